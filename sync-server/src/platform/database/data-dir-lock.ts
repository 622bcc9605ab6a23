import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Thrown when another process has this data directory open. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
  constructor(dataDir: string) {
    super(`The data directory ${dataDir} is in use by another running server. Stop it first, or set DATA_DIR to another directory.`)
  }
}

/** Name of a socket in the data directory, by which other processes notice that the directory is in use. */
export const SOCKET_FILE = 'in-use.sock'

/** Locks the data directory for this process, because two processes on an embedded database silently corrupt it. The lock is a listening socket, so
 *  it always ends with its process. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const name = `shop-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)}`
  if (process.platform !== 'linux') return closing(await listenOnFile(join(tmpdir(), `${name}.sock`), dataDir))
  const close = closing(await listen(`\0${name}`, dataDir))
  try {
    const closeFile = await listenInFolder(dataDir)
    return async () => {
      await closeFile()
      await close()
    }
  } catch (error) {
    await close()
    throw error
  }
}

const closing = (server: Server) => () => new Promise<void>((resolve) => server.close(() => resolve()))

/** Listens on a socket in the folder, because containers that share the folder may share no network. On a disk without sockets, such containers do
 *  not notice each other. */
async function listenInFolder(dataDir: string): Promise<() => Promise<void>> {
  const folder = openSync(dataDir, 'r')
  try {
    // the path leads through the open folder, because a socket's path has to be short
    const close = closing(await listenOnFile(`/proc/self/fd/${folder}/${SOCKET_FILE}`, dataDir))
    return () => close().finally(() => closeSync(folder))
  } catch (error) {
    closeSync(folder)
    if (error instanceof DataDirInUse) throw error
    return async () => {}
  }
}

function listen(address: string, dataDir: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? new DataDirInUse(dataDir) : error))
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** Listens on a socket file, and replaces a file that a dead process has left. */
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
    // a socket that refuses or is gone is dead; with another error the socket is busy or belongs to another user
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'))
  })
}
