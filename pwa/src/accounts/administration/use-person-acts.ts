import {
  closeAccountCall,
  type MigrationResult,
  migrateAccountCall,
  migrateAllAccountsCall,
  migrateDomainCall,
} from '@shop/shared/accounts/calls/administration.ts'
import { vouchForEmailCall } from '@shop/shared/accounts/calls/email-proof.ts'
import { type User, users } from '@shop/shared/accounts/schema.ts'
import { useCallback } from 'react'
import { useCall, useLive } from '../../sync/api.ts'
import { useBrand } from '../../ui/brand.ts'
import { type Question, useConfirm } from '../../ui/confirm.tsx'
import { type ErrorPrefix, errorMessage } from '../../ui/error-message.ts'
import type { FiguresOf } from './person-figures.ts'
import { awaitsProof } from './person-list.ts'
import {
  bulkMigrationQuestion,
  deletionQuestion,
  domainQuestion,
  holdingsWords,
  migrationQuestion,
  vouchQuestion,
} from './person-questions.tsx'

/** Look-ups among all accounts. `openEarlier`: the open accounts to which nobody signs in. `signsInAs`: the person who signs in with an account's
 *  e-mail and has not confirmed it. `holdings`: an account's holdings in words. */
function useAccounts(figuresOf: FiguresOf) {
  const everybody = useLive((view) => view.all(users), [])
  const holdings = useCallback(
    (uid: string) => {
      const { goodsCount, balance } = figuresOf(uid)
      return holdingsWords(goodsCount, balance)
    },
    [figuresOf],
  )
  const openEarlier = useCallback(() => everybody.filter((one) => one.isEarlier && one.closedAtMs === null), [everybody])
  const signsInAs = useCallback(
    ({ email: own }: User) => everybody.find((one) => own !== '' && one.email === own && awaitsProof(one)),
    [everybody],
  )
  return { holdings, openEarlier, signsInAs }
}

/** Asks for confirmation, then calls the server. Returns the answer or an error message; null when the admin cancels. */
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

/** Actions on accounts that ask for confirmation first. They return the banner's text, or null if nothing was done. `migrateAll` returns the result
 *  of a success. */
export function usePersonActs(figuresOf: FiguresOf) {
  const { exchange } = useBrand()
  const call = useCall()
  const confirmed = useConfirmedCall()
  const { holdings, openEarlier, signsInAs } = useAccounts(figuresOf)

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
  const heldBefore = useCallback(
    ({ email: own }: User) =>
      openEarlier()
        .filter(({ email }) => email !== '' && email === own)
        .map(({ id }) => holdings(id) ?? 'nothing but its history'),
    [holdings, openEarlier],
  )
  const migrate = useCallback(
    (user: User): Promise<string | null> => {
      const held = heldBefore(user)
      const stranger = held.length > 0 ? signsInAs(user) : undefined
      return confirmed(
        stranger ? vouchQuestion(stranger, { held, exchange, migrates: true }) : migrationQuestion(user, held),
        async () => {
          if (stranger) await call(vouchForEmailCall, { params: { id: stranger.id } })
          return (await call(migrateAccountCall, { params: { id: user.id } })).message
        },
        'Error migrating inventory: ',
        'Failed to migrate inventory',
      )
    },
    [call, confirmed, heldBefore, signsInAs, exchange],
  )
  const vouch = useCallback(
    (user: User): Promise<string | null> =>
      confirmed(
        vouchQuestion(user, { held: heldBefore(user), exchange, migrates: false }),
        async () => (await call(vouchForEmailCall, { params: { id: user.id } })).message,
        'Error vouching: ',
      ),
    [call, confirmed, heldBefore, exchange],
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
  return { remove, migrate, vouch, migrateDomain, migrateAll }
}
