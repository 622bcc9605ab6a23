import { Secret, TOTP } from 'otpauth'
import type { TestShop } from '../../app/testing/shop.ts'
import { sql } from '../../platform/database/sql.ts'

const PERIOD_MS = 30_000

/** The code that an app with this secret shows after `steps` steps of 30 s. */
export const codeOf = (secret: string, steps = 0, atMs = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs + steps * PERIOD_MS })

/** A code that an app with this secret shows at no nearby time. */
export function wrongCodeOf(secret: string): string {
  const near = new Set(Array.from({ length: 61 }, (_, n) => codeOf(secret, n - 30)))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.has(code)) ?? '444444'
}

/** Lets codes be used again while they are valid. */
export const forgetSteps = ({ platform }: TestShop) => sql`update code_factors set last_step = 0`.execute(platform.db)

/** Sets up codes of an app for somebody who is signed in. `atMs`: the time on the shop's clock. */
export async function setUpCodes(shop: TestShop, token: string, atMs = Date.now()): Promise<{ secret: string; recoveryCodes: string[] }> {
  const post = async (path: string, body?: unknown) => {
    const answer = await shop.ask('POST', `/identity/second-factor/codes/${path}`, body, { token })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const { secret, ticket } = await post('start')
  const { recoveryCodes } = await post('confirm', { ticket, code: codeOf(secret, 0, atMs) })
  await forgetSteps(shop)
  return { secret, recoveryCodes }
}
