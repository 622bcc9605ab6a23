import type { Tx } from '../platform/database/sql.ts'
import { storedHash } from './passwords.ts'
import type { ProviderId, ProviderProfile } from './providers/provider.ts'
import { linkedTo } from './providers/provider-accounts.ts'
import { hashOf } from './token-hash.ts'

/** First step of a sign-in: the right password, or a provider's account. `awaited`: the account's profile, if the account is linked to the user only
 *  after the second step. */
export type FirstStep =
  | { readonly by: 'password'; readonly mark: string }
  | { readonly by: ProviderId; readonly accountId: string; readonly awaited?: ProviderProfile }

/** Stands for a stored password, to see later that it is still the same. */
export const markOf = (storedPassword: string): string => hashOf(storedPassword)

/** False when a first step does not count any more: the password was changed or reset since, or the provider's account is not the user's. */
export async function isStillGood(tx: Tx, uid: string, first: FirstStep): Promise<boolean> {
  if (first.by === 'password') return markOf((await storedHash(tx, uid)) ?? '') === first.mark
  return (await linkedTo(tx, first.by, first.accountId)) === uid
}
