import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { expect } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import { freshId } from '../../platform/testing/commands.ts'
import { ADMIN_EMAIL, OPENED, testShop } from './shop.ts'
import { queuedSale } from './till-sales.ts'

/** A shop with what its admin does about earlier accounts. */
export type EarlierShop = Awaited<ReturnType<typeof shopOfEarlier>>

/** Opens a shop whose admin adds earlier accounts, migrates them, and pushes what a till has queued. */
export async function shopOfEarlier(platform: Platform, environment: Record<string, string> = OPENED) {
  const shop = await testShop(platform, environment)
  const admin = { token: await shop.signIn(ADMIN_EMAIL) }
  let count = 0
  const asAdmin = async (method: string, path: string, body?: unknown) => {
    const answer = await shop.ask(method, path, body, admin)
    expect([path, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([path, 200, ''])
    return answer.body
  }
  return {
    shop,
    admin,
    asAdmin,
    freshEmail: () => `p${++count}@example.org`,
    addEarlier: async (email: string): Promise<string> =>
      (await asAdmin('POST', '/auth/users', { uid: freshId(), email, displayName: 'Of old' })).uid,
    migrate: async (uid: string): Promise<string> => (await asAdmin('POST', `/auth/users/${uid}/migrate`)).message,
    async push(...commands: QueuedCommand[]): Promise<string[]> {
      const { results } = await asAdmin('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands })
      return results.map(({ status, code }: { status: string; code?: string }) => code ?? status)
    },
  }
}

/** A sale of $10.00 with this consignor's goods, of which they get $4.62, as a till queues it. */
export const lateSale = (consignorId: string): QueuedCommand =>
  queuedSale([{ id: freshId(), name: 'Cup', consignorId, priceCents: 1_000 }], freshId())
