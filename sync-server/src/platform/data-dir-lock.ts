import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Another process has this data directory open. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
  constructor(dataDir: string) {
    super(`The data directory ${dataDir} is in use by another running server. Stop it first, or set DATA_DIR to another directory.`)
  }
}

/** Holds the data directory for this process: the embedded database corrupts silently when two processes open it.
 *  The lock is a listening socket named by a hash of the directory's real path, so it dies with its process, however that ends. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const name = `shop-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)}`
  const server =
    process.platform === 'linux' ? await listen(`\0${name}`, dataDir) : await listenOnFile(join(tmpdir(), `${name}.sock`), dataDir)
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function listen(address: string, dataDir: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? new DataDirInUse(dataDir) : error))
    server.listen(address, () => resolve(server))
  })
}

/** Where sockets without a file do not exist, a dead process leaves its file behind: one that nobody answers on is taken over. */
async function listenOnFile(path: string, dataDir: string): Promise<Server> {
  try {
    return await listen(path, dataDir)
  } catch (error) {
    if (!(error instanceof DataDirInUse) || (await answers(path))) throw error
    rmSync(path, { force: true })
    return await listen(path, dataDir)
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
