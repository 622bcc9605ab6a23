import * as z from 'zod/mini'
import { byField, byId, type CommandContext, type CommandTx, defineCommand } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { idSchema } from '../../kernel/ids.ts'
import { type Cents, cents, centsSchema } from '../../kernel/money.ts'
import { optionalText, snapshotText } from '../../kernel/text.ts'
import { emptyBalance, post } from '../../sales/rules/ledger.ts'
import { balances } from '../../sales/schema.ts'
import { audit } from '../../settings/rules/audit.ts'
import { administrationRefusals } from '../administration-errors.ts'
import { isOpen } from '../rules/closed-account.ts'
import { emailSchema } from '../rules.ts'
import { EMPTY_PROFILE, roleSchema, users } from '../schema.ts'

/** Maximum number of accounts in one import. */
export const MAX_EARLIER_ACCOUNTS = 20_000

/** An account for a consignor who has not joined. An account without an e-mail ('') can never be migrated. */
export const earlierAccountSchema = z
  .object({
    uid: idSchema,
    email: z.union([z.literal(''), emailSchema]),
    displayName: optionalText(100),
    username: z.nullable(z.string().check(z.maxLength(20))),
    role: roleSchema,
    /** Amount that the shop already owes the consignor, in cents; negative when the consignor owes the shop. */
    openingCents: centsSchema,
  })
  .check(
    z.refine(({ email, displayName }) => email !== '' || displayName !== '', {
      message: 'Please enter an e-mail or a display name',
      path: ['displayName'],
    }),
  )
/** An account for a consignor who has not joined. */
export type EarlierAccount = z.infer<typeof earlierAccountSchema>

/** Creates accounts without a sign-in for consignors who have not joined, and books their opening balances. Refuses ACCOUNT_EXISTS,
 *  EARLIER_ACCOUNT_EXISTS, EARLIER_USERNAME_TAKEN. */
export const addEarlierAccounts = defineCommand({
  name: 'accounts.addEarlier',
  args: z.object({
    people: z
      .array(earlierAccountSchema)
      .check(
        z.minLength(1, 'There is nobody to add'),
        z.maxLength(MAX_EARLIER_ACCOUNTS, `At most ${MAX_EARLIER_ACCOUNTS} accounts at once`),
      ),
    /** The imported file; '' for an account made by hand. */
    fileName: snapshotText(500),
  }),
  roles: ['admin', 'system'],
  channel: 'server',
  assurance: 'second',
  proofIf: (_tx, { people }) => people.some(({ role }) => role === 'admin'),
  refusals: ['ACCOUNT_EXISTS', 'EARLIER_ACCOUNT_EXISTS', 'EARLIER_USERNAME_TAKEN'],
  touches: ({ people }) =>
    people.flatMap(({ uid, email, username }) => [
      byId(users, uid),
      byId(balances, uid),
      ...(email === '' ? [] : [byField(users, 'email', email, false)]),
      ...(username === null ? [] : [byField(users, 'username', username, false)]),
    ]),
  run(tx, { people, fileName }, ctx) {
    for (const person of people) addEarlier(tx, ctx, person)
    const [first] = people
    audit(tx, ctx, {
      action: 'accounts.addEarlier',
      subject: fileName === '' && first ? first.uid : ctx.commandId,
      before: {},
      after:
        fileName === '' && first
          ? { email: first.email, displayName: first.displayName, role: first.role }
          : { added: people.length, fileName },
    })
  },
})

function addEarlier(tx: CommandTx, ctx: CommandContext, person: EarlierAccount): void {
  const { uid, email, displayName, username, role, openingCents } = person
  if (tx.get(users, uid)) throw refusal(administrationRefusals, 'ACCOUNT_EXISTS')
  if (email !== '' && tx.where(users, 'email', email).some((other) => other.isEarlier && isOpen(other)))
    throw refusal(administrationRefusals, 'EARLIER_ACCOUNT_EXISTS', {
      fields: { email: administrationRefusals.EARLIER_ACCOUNT_EXISTS.message },
    })
  if (username !== null && tx.where(users, 'username', username).length > 0) throw refusal(administrationRefusals, 'EARLIER_USERNAME_TAKEN')
  tx.put(users, { ...EMPTY_PROFILE, id: uid, email, displayName, username, role, isEarlier: true, createdAtMs: ctx.nowMs })
  if (!tx.get(balances, uid)) tx.put(balances, emptyBalance(uid))
  if (openingCents !== 0) post(tx, ctx, { kind: 'opening_balance', sourceId: uid, sides: openingSides(uid, openingCents) })
}

const openingSides = (uid: string, amount: Cents) => [
  { account: 'consignor_available', uid, amountCents: amount } as const,
  { account: 'adjustments', uid: null, amountCents: cents(-amount) } as const,
]
