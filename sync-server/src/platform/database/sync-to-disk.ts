import { open } from 'node:fs/promises'

/** Syncs a file, or the names in a folder, to the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // some network file systems cannot sync a folder
    if (!['EINVAL', 'EPERM', 'EBADF', 'EISDIR', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}
