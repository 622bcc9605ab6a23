import {
  deleteUser,
  type MigrationResult,
  migrateAllUsers,
  migrateUser,
  migrateUserDomain,
} from '@shop/shared/accounts/calls/administration.ts'
import { type User, users } from '@shop/shared/accounts/schema.ts'
import { items, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { emptyBalance } from '@shop/shared/sales/rules/ledger.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { useCallback } from 'react'
import { useCall, useLive } from '../../sync/api.ts'
import { useBrand } from '../../ui/brand.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { holdingsWords } from './holdings.ts'
import { shownName } from './person-list.ts'

/** The acts that ask back (spec §5 Admin confirmations). Each answers what the banner says, or null when the person thought better of it. */
export function usePersonActs() {
  const { exchange } = useBrand()
  const call = useCall()
  const confirm = useConfirm()
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
  const earlierOf = useCallback(
    (user: User) => everybody.filter((one) => one.isEarlier && one.closedAtMs === null && one.email !== '' && one.email === user.email),
    [everybody],
  )

  const remove = useCallback(
    async (user: User): Promise<string | null> => {
      const held = holdings(user.id)
      const isSure = await confirm({
        title: `Delete ${shownName(user)}?`,
        body: (
          <>
            <p>Are you sure you want to delete this user? This cannot be undone.</p>
            <p>
              They cannot sign in any more.{' '}
              {held === null ? 'They hold nothing.' : `They hold ${held}, which stays with the closed account.`} Sales and payouts stay in
              the books.
            </p>
          </>
        ),
        confirmLabel: 'Delete user',
        tone: 'bad',
      })
      if (!isSure) return null
      try {
        return (await call(deleteUser, { params: { id: user.id } })).message
      } catch (thrown) {
        return errorMessage('Error deleting user: ', thrown, 'Failed to delete user')
      }
    },
    [call, confirm, holdings],
  )

  const migrate = useCallback(
    async (user: User): Promise<string | null> => {
      const held = earlierOf(user).map((one) => holdings(one.id) ?? 'nothing but its history')
      const isSure = await confirm({
        title: `Migrate the inventory of ${shownName(user)}?`,
        body: (
          <>
            <p>
              Items, sales, payouts, shipments and balance of the earlier account with the same e-mail move to the account this person signs
              in with. The earlier account is closed.
            </p>
            <p>{held.length === 0 ? 'No earlier account with this e-mail is open.' : `The earlier account holds ${held.join('; ')}.`}</p>
          </>
        ),
        confirmLabel: 'Migrate',
        tone: 'neutral',
      })
      if (!isSure) return null
      try {
        return (await call(migrateUser, { params: { id: user.id } })).message
      } catch (thrown) {
        return errorMessage('Error migrating inventory: ', thrown, 'Failed to migrate inventory')
      }
    },
    [call, confirm, earlierOf, holdings],
  )

  const migrateDomain = useCallback(
    async (user: User): Promise<string | null> => {
      if (!exchange) return null
      const isSure = await confirm({
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
      if (!isSure) return null
      try {
        return (await call(migrateUserDomain, { params: { id: user.id }, body: { targetDomain: exchange.domain } })).message
      } catch (thrown) {
        return errorMessage(`Error migrating to ${exchange.title}: `, thrown, `Failed to migrate to ${exchange.title}`)
      }
    },
    [call, confirm, exchange],
  )

  const migrateAll = useCallback(async (): Promise<MigrationResult | string | null> => {
    const waiting = everybody.filter((one) => one.isEarlier && one.closedAtMs === null).length
    const isSure = await confirm({
      title: 'Migrate all users?',
      body: (
        <>
          <p>Everybody who has joined gets what their earlier account with the same e-mail holds. Those who have not joined are skipped.</p>
          <p>
            {waiting === 0
              ? 'There are no earlier accounts.'
              : `There ${waiting === 1 ? 'is' : 'are'} ${counted(waiting, 'earlier account')}.`}
          </p>
        </>
      ),
      confirmLabel: 'Migrate all users',
      tone: 'neutral',
    })
    if (!isSure) return null
    try {
      return await call(migrateAllUsers, {})
    } catch (thrown) {
      return errorMessage('Error migrating users: ', thrown)
    }
  }, [call, confirm, everybody])

  return { remove, migrate, migrateDomain, migrateAll }
}
