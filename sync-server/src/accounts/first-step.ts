import type { ProviderId } from '@shop/shared/accounts/rules/providers.ts'
import type { Tx } from '../platform/database/sql.ts'
import { storedHash } from './passwords.ts'
import type { ProviderProfile } from './providers/provider.ts'
import { linkedTo } from './providers/provider-accounts.ts'
import { hashOf } from './token-hash.ts'

/** First step of a sign-in: the right password, or an account at a provider. `awaited`: the profile of that account, if it is linked only after the
 *  second step. */
export type FirstStep =
  | { readonly by: 'password'; readonly mark: string }
  | { readonly by: ProviderId; readonly accountId: string; readonly awaited?: ProviderProfile }

/** Makes a mark of a stored password, by which a later step sees that the password is still the same. */
export const markOf = (storedPassword: string): string => hashOf(storedPassword)

/** False when a first step no longer counts: the password has changed since, or the account at the provider is not linked to the user. */
export async function isStillGood(tx: Tx, uid: string, first: FirstStep): Promise<boolean> {
  if (first.by === 'password') return markOf((await storedHash(tx, uid)) ?? '') === first.mark
  return (await linkedTo(tx, first.by, first.accountId)) === uid
}
