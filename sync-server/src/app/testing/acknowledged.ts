import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { hashOf } from '../../platform/commands/command-log.ts'
import { sealOf } from '../../platform/commands/seals.ts'
import type { TestShop } from './shop.ts'

/** Makes a command as its device returns it to a restored shop: with the seal that the shop gave when a sender of this role had sent the command. */
export async function asAcknowledged(
  { platform, ask }: TestShop,
  sender: { token: string },
  command: QueuedCommand,
  role: 'admin' | 'user' = 'admin',
): Promise<QueuedCommand> {
  const { uid } = (await ask('GET', '/auth/me', undefined, sender)).body
  const { cursor_secret: secret } = await platform.db.selectFrom('cluster').select('cursor_secret').executeTakeFirstOrThrow()
  const times = { datedAtMs: command.at, receivedAtMs: command.at }
  const seal = sealOf(secret, { id: command.id, uid, argsHash: hashOf(command), ...times, role })
  return { ...command, replay: true, seal }
}
