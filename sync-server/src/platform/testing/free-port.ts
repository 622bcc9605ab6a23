import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports to choose from. They are below the ephemeral range, so that the system gives a chosen port to no other process before the test listens. They
 *  are above the ports that browsers refuse. */
const PORTS = { from: 10_100, to: 32_000 }
const MAX_TRIES = 100

/** Finds a free TCP port of this machine. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < MAX_TRIES; tried++) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
  throw new Error('no port of this machine is free')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
