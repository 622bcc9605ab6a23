import { z } from 'zod'
import { byId, type CommandContext, type CommandTx, defineCommand } from '../kernel/define-command.ts'
import { refusal } from '../kernel/errors.ts'
import { idSchema } from '../kernel/ids.ts'
import { ZERO_CENTS } from '../kernel/money.ts'
import { balances } from '../sales/schema.ts'
import { auditEntries, DEFAULT_SETTINGS, SHOP_SETTINGS_ID, settings, shopSettingsSchema } from '../settings/schema.ts'
import { accountRefusals } from './errors.ts'
import { displayNameSchema, emailSchema } from './rules.ts'
import { type Role, roleSchema, type User, users } from './schema.ts'

const personSchema = z.object({ uid: idSchema, email: emailSchema, displayName: displayNameSchema })

function addUser(tx: CommandTx, { uid, email, displayName }: z.infer<typeof personSchema>, role: Role, ctx: CommandContext): void {
  const user: User = {
    id: uid,
    email,
    displayName,
    username: null,
    role,
    adminUntilMs: null,
    photoUrl: '',
    createdAtMs: ctx.nowMs,
  }
  tx.put(users, user)
  if (!tx.get(balances, uid)) tx.put(balances, { id: uid, availableCents: ZERO_CENTS, heldCents: ZERO_CENTS })
}

/** Gives a new sign-in its profile (role user) and its balance of zero. A profile that exists stays as it is. */
export const registerUser = defineCommand({
  name: 'accounts.register',
  args: personSchema,
  roles: ['system'],
  channel: 'server',
  touches: ({ uid }) => [byId(users, uid), byId(balances, uid)],
  run(tx, person, ctx) {
    if (!tx.get(users, person.uid)) addUser(tx, person, 'user', ctx)
  },
})

/** Opens the shop: its first admin and its settings. Whoever comes second is refused ALREADY_SET_UP. */
export const setUpShop = defineCommand({
  name: 'accounts.setUp',
  args: personSchema.extend({ timeZone: shopSettingsSchema.shape.timeZone, shopName: shopSettingsSchema.shape.shopName }),
  roles: ['system'],
  channel: 'server',
  refusals: ['ALREADY_SET_UP'],
  touches: ({ uid }) => [byId(settings, SHOP_SETTINGS_ID), byId(users, uid), byId(balances, uid)],
  run(tx, { timeZone, shopName, ...person }, ctx) {
    if (tx.get(settings, SHOP_SETTINGS_ID)) throw refusal(accountRefusals, 'ALREADY_SET_UP')
    tx.put(settings, { ...DEFAULT_SETTINGS, timeZone, shopName })
    addUser(tx, person, 'admin', ctx)
  },
})

/** Makes a user an admin or an admin a user, audited. What a former admin's devices still hold of sales is recorded, flagged (design §4).
 *  Refuses ACCOUNT_NOT_FOUND. */
export const changeRole = defineCommand({
  name: 'accounts.changeRole',
  args: z.object({ uid: idSchema, role: roleSchema }),
  roles: ['system'],
  channel: 'server',
  refusals: ['ACCOUNT_NOT_FOUND'],
  touches: ({ uid }) => [byId(users, uid)],
  run(tx, { uid, role }, ctx) {
    const user = tx.get(users, uid)
    if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
    if (user.role === role) return
    tx.put(users, { ...user, role, adminUntilMs: role === 'user' ? ctx.nowMs : null })
    tx.put(auditEntries, {
      id: ctx.newId(),
      atMs: ctx.nowMs,
      byUid: ctx.actor.uid,
      action: 'accounts.changeRole',
      subject: uid,
      before: { role: user.role },
      after: { role },
    })
  },
})
