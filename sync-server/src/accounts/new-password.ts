import { brotliDecompressSync } from 'node:zlib'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { MIN_PASSWORD } from '@shop/shared/accounts/rules.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import type { Db, Tx } from '../platform/database/sql.ts'
import { COMMON_PASSWORDS_BROTLI } from './common-passwords.ts'

/** Facts about a person that an attacker may know and try as a password. */
export type KnownOfPerson = { readonly email: string; readonly name: string }

const common: ReadonlySet<string> = new Set(brotliDecompressSync(Buffer.from(COMMON_PASSWORDS_BROTLI, 'base64')).toString().split('\n'))

const folded = (text: string) => text.normalize('NFKC').toLowerCase().trim()

/** Answers the refusal of a password that attackers try first: one of the commonest, or the person's e-mail or name. Undefined for a better
 *  password. */
export function checkNewPassword(password: string, { email, name }: KnownOfPerson): 'PASSWORD_COMMON' | 'PASSWORD_PERSONAL' | undefined {
  const typed = folded(password)
  if (common.has(typed)) return 'PASSWORD_COMMON'
  const words = folded(name).split(/\s+/)
  const own = [email, email.split('@')[0] ?? '', words.join(' '), words.join(''), ...words.filter(({ length }) => length >= MIN_PASSWORD)]
  return own.map(folded).includes(typed) ? 'PASSWORD_PERSONAL' : undefined
}

/** Refuses PASSWORD_COMMON and PASSWORD_PERSONAL, with the sentence at the input's field. */
export function requireNewPassword(password: string, person: KnownOfPerson, field: string): void {
  const code = checkNewPassword(password, person)
  if (code) throw refusal(accountRefusals, code, { fields: { [field]: accountRefusals[code].message } })
}

export async function knownOfPerson(db: Db | Tx, uid: string): Promise<KnownOfPerson> {
  const person = await db
    .selectFrom('identity_users as sign_in')
    .leftJoin('users', 'users.id', 'sign_in.id')
    .select(['sign_in.email', 'sign_in.name', 'users.display_name as displayName'])
    .where('sign_in.id', '=', uid)
    .executeTakeFirst()
  return { email: person?.email ?? '', name: person?.displayName ?? person?.name ?? '' }
}
