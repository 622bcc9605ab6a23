import { ConfigError } from './config.ts'

export function startFailure(error: unknown): string {
  const { name, message, code, address, port } = error as Error & { code?: string; address?: string; port?: number }
  if (error instanceof ConfigError) return `Cannot start: ${message}`
  if (name === 'DataDirInUse') return `Cannot start: ${message}`
  if (code === 'EADDRINUSE') return `Cannot start: port ${port} is in use by another program. Stop it, or set PORT to another number.`
  if (code === 'EACCES' && port !== undefined)
    return `Cannot start: this user may not listen on port ${port}. Set PORT to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Cannot start: ${address ? `no address ${address} here to listen on` : message}. Check HOST and DATABASE_URL.`
  if (code === 'ECONNREFUSED') return 'Cannot start: the database does not answer. Check DATABASE_URL, and that PostgreSQL runs.'
  return `Cannot start: ${(message || String(error)).replaceAll(/\s*\n\s*/g, ' ')}`
}
