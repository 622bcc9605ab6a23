import { open } from 'node:fs/promises'

/** Has the disk keep a file, or the names in a folder. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // some network folders sync no folders
    if (!['EINVAL', 'EPERM', 'EBADF', 'EISDIR', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}
