import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { idSchema } from '../../kernel/ids.ts'
import { centsSumSchema } from '../../kernel/money.ts'
import { accountRefusals } from '../errors.ts'
import { privacyRefusals } from '../privacy-errors.ts'

const { ACCOUNT_NOT_FOUND, LAST_ADMIN, TOO_MANY_ATTEMPTS } = accountRefusals
const { NOT_SETTLED, NAME_DIFFERS } = privacyRefusals

const idPath = z.object({ id: z.string() })
const ownerOrAdmin = { ownerParam: 'id' } as const

/** Maximum number of accounts that a device may ask about in one request. */
export const MAX_ASKED_ACCOUNTS = 20

/** Names the file with everything held on a person. */
export const exportFileName = (uid: string): string => `my-data-${uid.slice(0, 8)}.zip`

/** Exports everything held on a person. */
export const exportPersonCall = defineCall({
  name: 'accounts.exportPerson',
  method: 'GET',
  path: '/auth/users/{id}/export',
  access: ownerOrAdmin,
  admitsOutsiders: true,
  assurance: 'second',
  summary: 'Returns everything held on a person as one ZIP file: JSON, and the pictures and labels they uploaded.',
  params: idPath,
  output: z.unknown(),
  refusals: { ACCOUNT_NOT_FOUND, TOO_MANY_ATTEMPTS },
})

/** Says what has to be settled before a person can be erased. */
export const getErasureCall = defineCall({
  name: 'accounts.getErasure',
  method: 'GET',
  path: '/auth/users/{id}/erasure',
  access: ownerOrAdmin,
  admitsOutsiders: true,
  summary: 'Returns what has to be settled before a person’s data can be erased, and the name that confirms it.',
  params: idPath,
  output: z.object({
    name: z.string(),
    availableCents: centsSumSchema,
    heldCents: centsSumSchema,
    pieces: z.int(),
    openTrades: z.int(),
    pendingPayouts: z.int(),
    waitingSales: z.int(),
    isLastAdmin: z.boolean(),
  }),
  refusals: { ACCOUNT_NOT_FOUND },
})

/** Erases what is held on a person. */
export const eraseAccountCall = defineCall({
  name: 'accounts.eraseUser',
  method: 'POST',
  path: '/auth/users/{id}/erase',
  access: ownerOrAdmin,
  admitsOutsiders: true,
  assurance: 'second',
  summary: 'Erases what is held on a person; sales and money stay in the books under a made-up name. The body repeats the account’s name.',
  params: idPath,
  body: z.object({ name: z.string('Please enter the name').check(z.maxLength(500)) }),
  /** `name`: the made-up name. */
  output: z.object({ message: z.string(), name: z.string() }),
  refusals: { ACCOUNT_NOT_FOUND, LAST_ADMIN, NOT_SETTLED, NAME_DIFFERS, TOO_MANY_ATTEMPTS },
})

/** Tells a device which data to remove: that of erased accounts, and that of a session which somebody ended. */
export const listErasedCall = defineCall({
  name: 'accounts.listErased',
  method: 'POST',
  path: '/auth/erased',
  access: 'public',
  summary:
    'Returns those of the given accounts that were erased, for a device that still stores data of them, and whether somebody ended the session of the token sent along.',
  body: z.object({ uids: z.array(idSchema).check(z.maxLength(MAX_ASKED_ACCOUNTS)) }),
  /** `sessionEnded`: absent from a server of an earlier release. */
  output: z.object({ erased: z.array(z.string()), sessionEnded: z.optional(z.boolean()) }),
  refusals: { TOO_MANY_ATTEMPTS },
})
