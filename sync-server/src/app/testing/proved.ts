import { sql } from '../../platform/database/sql.ts'
import type { TestShop } from './shop.ts'

/** Reads the secrets of the newest mail that proves this address. */
export async function mailedProof(
  { platform }: TestShop,
  email: string,
): Promise<{ readonly url: string; readonly token: string; readonly code: string }> {
  const { rows } = await sql<{ text: string }>`select text from mails where to_address = ${email} and kind = 'accounts.emailProof'
    order by created_at_ms desc, id desc limit 1`.execute(platform.db)
  const text = rows[0]?.text ?? ''
  const url = /https?:\S+/.exec(text)?.[0] ?? ''
  const code = /^\d{6}$/m.exec(text)?.[0]
  if (code === undefined) throw new Error(`no mail with digits to ${email}`)
  return { url, token: url === '' ? '' : (new URL(url).searchParams.get('token') ?? ''), code }
}

/** Confirms somebody's e-mail with the code of the newest mail. */
export async function proveEmail(shop: TestShop, email: string, token: string, headers: Record<string, string> = {}): Promise<void> {
  const { code } = await mailedProof(shop, email)
  const { status, body } = await shop.ask('POST', '/identity/prove-email', { code }, { token, headers })
  if (status !== 200) throw new Error(`the proof answered ${status} ${JSON.stringify(body)}`)
}

export async function signUpProved(shop: TestShop, email: string): Promise<{ uid: string; token: string }> {
  const person = await shop.signUp(email)
  await proveEmail(shop, email, person.token)
  return person
}
