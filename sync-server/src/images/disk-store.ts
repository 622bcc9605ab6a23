import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureStore } from './picture-store.ts'

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

/** Stores pictures as files in one folder. Several servers have to share this folder. */
export function diskStore(folder: string): PictureStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    async put(name, jpeg) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const half = pathOf(`${name}.${randomUUID()}`)
      try {
        const file = await open(half, 'wx', 0o600)
        try {
          await file.writeFile(jpeg)
          await file.sync()
        } finally {
          await file.close()
        }
        // with the rename, readers see the whole picture or none
        await rename(half, pathOf(name))
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    async get(name) {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw error
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
      // incomplete files of a server that stopped while it wrote them
      for (const half of (await namesIn(folder)).filter((one) => one.startsWith(`${name}.`))) await rm(pathOf(half), { force: true })
    },
  }
}
