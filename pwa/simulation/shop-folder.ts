import { cpSync } from 'node:fs'
import { basename } from 'node:path'
import { SOCKET_FILE } from '../../sync-server/src/platform/database/data-dir-lock.ts'

/** Copies a shop's folder as a snapshot of the disk does. What a killed server was known by stays behind: Node copies no sockets. */
export function copyShop(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== SOCKET_FILE })
}
