import type { User } from '@shop/shared/accounts/schema.ts'
import type { PageBrand } from '@shop/shared/brands/schema.ts'
import { formatCents } from '@shop/shared/kernel/money.ts'
import type { Balance } from '@shop/shared/sales/schema.ts'
import type { Question } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'
import { shownName } from './person-list.ts'

/** Asks before an account is deleted. `held`: the account's holdings in words; null for an empty account. */
export const deletionQuestion = (user: User, held: string | null): Question => ({
  title: `Delete ${shownName(user)}?`,
  body: (
    <>
      <p>Are you sure you want to delete this user? This cannot be undone.</p>
      <p>
        They cannot sign in any more. {held === null ? 'They hold nothing.' : `They hold ${held}, which stays with the closed account.`}{' '}
        Sales and payouts stay in the books.
      </p>
    </>
  ),
  confirmLabel: 'Delete user',
  tone: 'bad',
})

/** Asks before earlier accounts are migrated. `held`: the holdings, in words, of each open earlier account with the same e-mail. */
export const migrationQuestion = (user: User, held: readonly string[]): Question => ({
  title: `Migrate the inventory of ${shownName(user)}?`,
  body: (
    <>
      <p>
        Items, sales, payouts, shipments and balance of the earlier account with the same e-mail move to the account this person signs in
        with. The earlier account is closed.
      </p>
      <p>{held.length === 0 ? 'No earlier account with this e-mail is open.' : `The earlier account holds ${held.join('; ')}.`}</p>
    </>
  ),
  confirmLabel: 'Migrate',
  tone: 'neutral',
})

/** Asks an admin to vouch for an e-mail that nobody has confirmed. `held`: the holdings, in words, of each open earlier account with this e-mail.
 *  `exchange`: the paid variant, if the shop has one. `migrates`: true if the admin also migrates those accounts now. */
export const vouchQuestion = (
  user: User,
  { held, exchange, migrates }: { held: readonly string[]; exchange: PageBrand['exchange']; migrates: boolean },
): Question => ({
  title: `Vouch for ${shownName(user)}?`,
  body: (
    <>
      <p>
        Nobody has confirmed that <bdi>{user.email}</bdi> belongs to the person who signed up with it: anybody could have typed it. Vouch
        only if you know that this account is theirs. The audit log keeps your name.
      </p>
      <p>
        {held.length === 0
          ? 'There is no earlier account with this e-mail.'
          : `The earlier account with this e-mail holds ${held.join('; ')}. ${migrates ? 'All of it is handed over now.' : 'All of it is handed over when the account is migrated.'}`}
        {exchange !== null && ` A membership of ${exchange.title} that was paid under this e-mail opens it to this account.`}
      </p>
    </>
  ),
  confirmLabel: migrates ? 'Vouch and migrate' : 'Vouch',
  tone: 'bad',
})

/** Asks before moving a person to the paid variant. */
export const domainQuestion = (user: User, exchange: NonNullable<PageBrand['exchange']>): Question => ({
  title: `Migrate ${shownName(user)} to ${exchange.title}?`,
  body: (
    <p>
      The user will use {exchange.domain} from now on, and will need a paid membership there unless bypass is enabled
      {user.whopBypass ? ' (it is)' : ''}.
    </p>
  ),
  confirmLabel: `Migrate to ${exchange.title}`,
  tone: 'neutral',
})

/** Asks before all accounts are migrated. `waitingCount`: number of open earlier accounts, even those whose owner has not joined yet. */
export const bulkMigrationQuestion = (waitingCount: number): Question => ({
  title: 'Migrate all users?',
  body: (
    <>
      <p>Everybody who has joined gets what their earlier account with the same e-mail holds. Those who have not joined are skipped.</p>
      <p>
        {waitingCount === 0
          ? 'There are no earlier accounts.'
          : `There ${waitingCount === 1 ? 'is' : 'are'} ${counted(waitingCount, 'earlier account')}.`}
      </p>
    </>
  ),
  confirmLabel: 'Migrate all users',
  tone: 'neutral',
})

/** Holdings of an account in words: '3 items in stock and a balance of $12.00'. Null for an empty account. */
export function holdingsWords(
  itemCount: number,
  { availableCents, heldCents }: Pick<Balance, 'availableCents' | 'heldCents'>,
): string | null {
  const parts = [
    ...(itemCount > 0 ? [`${counted(itemCount, 'item')} in stock`] : []),
    ...(availableCents === 0 && heldCents === 0 ? [] : [`a balance of ${formatCents(availableCents)}`]),
    ...(heldCents === 0 ? [] : [`${formatCents(heldCents)} held for payouts and trades`]),
  ]
  if (parts.length === 0) return null
  return parts.length === 1 ? (parts[0] ?? null) : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
