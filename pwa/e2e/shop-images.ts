import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { databaseBeside, dropDatabase } from '../../sync-server/src/platform/testing/postgres-database.ts'
import { copyShop, type ShopImage, ShopServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    shopImages: ShopImages
  }
}

/** Shops to copy for each test file. Their databases lie in the PostgreSQL that TEST_DATABASE_URL names, if any: a server needs two seconds of a core
 *  to open an embedded one. */
export type ShopImages = {
  /** A shop before its set-up. */
  readonly empty: ShopImage
  /** A shop with its first admin. */
  readonly setUp: ShopImage
}

/** Runs once before all files: the built server makes both shops. */
export default async function makeShopImages(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'shop-e2e-images-'))
  const made: ShopImage[] = []
  const remove = async () => {
    for (const { databaseUrl } of made) if (databaseUrl) await dropDatabase(databaseUrl)
    await rm(dir, { recursive: true, force: true })
  }
  const cluster = process.env.TEST_DATABASE_URL
  const nothing = { dataDir: join(dir, 'nothing'), databaseUrl: cluster && databaseBeside(cluster, 'template1') }
  try {
    await mkdir(nothing.dataDir)
    const server = await ShopServer.start({}, [], nothing)
    const copy = async (name: string): Promise<ShopImage> => {
      await server.stop('SIGTERM')
      const image = await copyShop(server, join(dir, name))
      made.push(image)
      return image
    }
    try {
      const empty = await copy('empty')
      await server.start()
      await server.setUp()
      project.provide('shopImages', { empty, setUp: await copy('set-up') })
    } finally {
      await server.dispose()
    }
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}
