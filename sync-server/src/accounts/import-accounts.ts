import { addEarlierAccounts, MAX_EARLIER_ACCOUNTS } from '@shop/shared/accounts/commands/add-earlier-accounts.ts'
import type { Db } from '../platform/database/sql.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'
import { type AccountLine, type LineProblem, readAccountFile } from './account-file.ts'

/** Effect that the import of a file would have on this shop. */
export type AccountImport = {
  readonly toAdd: readonly AccountLine[]
  /** Number of accounts imported before, including accounts that moved to somebody who joined. */
  readonly thereCount: number
  /** Wrong lines, in order. One wrong line stops the whole import. */
  readonly problems: readonly LineProblem[]
}

/** Compares a CSV file with the existing accounts, and changes nothing. */
export async function planAccountImport(db: Db, text: string): Promise<AccountImport> {
  const { accounts, problems } = readAccountFile(text)
  const rows = await db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'email',
      'username',
      'is_earlier as isEarlier',
      eb('migrated_from', 'is not', null).as('wasMigrated'),
      eb('closed_at_ms', 'is', null).as('isOpen'),
    ])
    .execute()
  const ids = new Set(rows.map(({ id }) => id))
  const earlierEmails = new Set(
    rows
      .filter(({ isEarlier, wasMigrated, isOpen, email }) => email !== '' && isOpen && (isEarlier || wasMigrated))
      .map(({ email }) => email),
  )
  const usernames = new Set(rows.map(({ username }) => username))
  const isThere = ({ account }: AccountLine) => ids.has(account.uid) || earlierEmails.has(account.email)
  const others = accounts.filter((line) => !isThere(line))
  const taken = others
    .filter(({ account }) => account.username !== null && usernames.has(account.username))
    .map(({ line, account }) => ({ line, message: `The username “${account.username}” is taken` }))
  const tooMany =
    others.length > MAX_EARLIER_ACCOUNTS
      ? [{ line: others[MAX_EARLIER_ACCOUNTS]?.line ?? 0, message: `At most ${MAX_EARLIER_ACCOUNTS} accounts at once` }]
      : []
  return {
    toAdd: others,
    thereCount: accounts.length - others.length,
    problems: [...problems, ...taken, ...tooMany].sort((a, b) => a.line - b.line),
  }
}

/** Adds the accounts of a plan, all or none. The plan must have no problems. */
export async function importAccounts(platform: Platform, plan: AccountImport, fileName: string): Promise<void> {
  if (plan.toAdd.length === 0) return
  const people = plan.toAdd.map(({ account }) => account)
  await platform.runCommand(SYSTEM, addEarlierAccounts, { people, fileName })
}
