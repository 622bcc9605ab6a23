import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ShopServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    shopImages: ShopImages
  }
}

/** Data directories to copy for each test file's shop. A server needs five seconds of a core to create a database, and two to open a copy. */
export type ShopImages = {
  /** A shop before its set-up. */
  readonly empty: string
  /** A shop with its first admin. */
  readonly setUp: string
}

/** Runs once before all files: the built server makes both shops. */
export default async function makeShopImages(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'shop-e2e-images-'))
  const remove = () => rm(dir, { recursive: true, force: true })
  const images = { empty: join(dir, 'empty'), setUp: join(dir, 'set-up') }
  const server = await ShopServer.start()
  try {
    await server.stop('SIGTERM')
    await cp(server.dataDir, images.empty, { recursive: true })
    await server.start()
    await server.setUp()
    await server.stop('SIGTERM')
    await cp(server.dataDir, images.setUp, { recursive: true })
    project.provide('shopImages', images)
  } catch (error) {
    await remove()
    throw error
  } finally {
    await server.dispose()
  }
  return remove
}
