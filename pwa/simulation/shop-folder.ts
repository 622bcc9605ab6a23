import { cpSync } from 'node:fs'
import { basename } from 'node:path'
import { SOCKET_FILE } from '../../sync-server/src/platform/database/data-dir-lock.ts'

/** Copies a shop's folder like a snapshot of the disk, but without a killed server's sockets, which Node cannot copy. */
export function copyShop(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== SOCKET_FILE })
}
