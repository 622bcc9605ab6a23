import {
  closeAccountCall,
  type MigrationResult,
  migrateAccountCall,
  migrateAllAccountsCall,
  migrateDomainCall,
} from '@shop/shared/accounts/calls/administration.ts'
import { type User, users } from '@shop/shared/accounts/schema.ts'
import { items, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { emptyBalance } from '@shop/shared/sales/rules/ledger.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { useCallback } from 'react'
import { useCall, useLive } from '../../sync/api.ts'
import { useBrand } from '../../ui/brand.ts'
import { type Question, useConfirm } from '../../ui/confirm.tsx'
import { type ErrorPrefix, errorMessage } from '../../ui/error-message.ts'
import { bulkMigrationQuestion, deletionQuestion, domainQuestion, holdingsWords, migrationQuestion } from './person-questions.tsx'

/** Open earlier accounts, which have no sign-in, and the holdings of any account in words. */
function useAccounts() {
  const everybody = useLive((view) => view.all(users), [])
  const allItems = useLive((view) => view.all(items), [])
  const allBalances = useLive((view) => view.all(balances), [])
  const holdings = useCallback(
    (uid: string) => {
      const inStock = allItems.filter((item) => item.consignorId === uid && shownQuantity(item) > 0).length
      return holdingsWords(inStock, allBalances.find(({ id }) => id === uid) ?? emptyBalance(uid))
    },
    [allItems, allBalances],
  )
  const openEarlier = useCallback(() => everybody.filter((one) => one.isEarlier && one.closedAtMs === null), [everybody])
  return { holdings, openEarlier }
}

/** Asks for confirmation, then calls the server. Returns the answer or the refusal's message; null when the admin cancels. */
function useConfirmedCall() {
  const confirm = useConfirm()
  return useCallback(
    async <Answer>(question: Question, send: () => Promise<Answer>, prefix: ErrorPrefix, otherwise?: string) => {
      if (!(await confirm(question))) return null
      try {
        return await send()
      } catch (thrown) {
        return errorMessage(prefix, thrown, otherwise)
      }
    },
    [confirm],
  )
}

/** Actions on accounts that ask for confirmation first. Each returns the banner's text, or null when the admin cancels. */
export function usePersonActs() {
  const { exchange } = useBrand()
  const call = useCall()
  const confirmed = useConfirmedCall()
  const { holdings, openEarlier } = useAccounts()

  const remove = useCallback(
    (user: User): Promise<string | null> =>
      confirmed(
        deletionQuestion(user, holdings(user.id)),
        async () => (await call(closeAccountCall, { params: { id: user.id } })).message,
        'Error deleting user: ',
        'Failed to delete user',
      ),
    [call, confirmed, holdings],
  )
  const migrate = useCallback(
    (user: User): Promise<string | null> => {
      const same = openEarlier().filter(({ email }) => email !== '' && email === user.email)
      return confirmed(
        migrationQuestion(
          user,
          same.map(({ id }) => holdings(id) ?? 'nothing but its history'),
        ),
        async () => (await call(migrateAccountCall, { params: { id: user.id } })).message,
        'Error migrating inventory: ',
        'Failed to migrate inventory',
      )
    },
    [call, confirmed, holdings, openEarlier],
  )
  const migrateDomain = useCallback(
    async (user: User): Promise<string | null> =>
      exchange &&
      confirmed(
        domainQuestion(user, exchange),
        async () => (await call(migrateDomainCall, { params: { id: user.id }, body: { targetDomain: exchange.domain } })).message,
        `Error migrating to ${exchange.title}: `,
        `Failed to migrate to ${exchange.title}`,
      ),
    [call, confirmed, exchange],
  )
  const migrateAll = useCallback(
    (): Promise<MigrationResult | string | null> =>
      confirmed(bulkMigrationQuestion(openEarlier().length), () => call(migrateAllAccountsCall, {}), 'Error migrating users: '),
    [call, confirmed, openEarlier],
  )
  return { remove, migrate, migrateDomain, migrateAll }
}
