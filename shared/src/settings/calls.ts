import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'

/** Tells whether the shop was restored from a backup and still waits for an admin's confirmation (law *Lost futures*). */
export const getRestoreCall = defineCall({
  name: 'settings.getRestore',
  method: 'GET',
  path: '/admin/restore',
  access: 'admin',
  summary:
    'Says whether a restore from a backup was detected that no admin has confirmed yet; until then, payouts are closed. `report`: a device reported a restore without proof, which closes nothing. `waiting`: work that came back to the restored shop before what it builds on, with its number and at most 50 entries, the oldest first; `aboutUid` and `amountCents` say whom and which amount an entry is about.',
  output: z.object({
    detectedAt: z.nullable(z.string()),
    report: z.optional(z.nullable(z.object({ at: z.string(), byUid: z.string() }))),
    waiting: z.optional(
      z.object({
        count: z.number(),
        entries: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            byUid: z.string(),
            aboutUid: z.optional(z.nullable(z.string())),
            amountCents: z.optional(z.nullable(z.number())),
            at: z.string(),
            message: z.string(),
          }),
        ),
      }),
    ),
  }),
})

/** Confirms that an admin checked the payouts after a restore. Payouts are open again. */
export const confirmRestoreCall = defineCall({
  name: 'settings.confirmRestore',
  method: 'POST',
  path: '/admin/restore/confirm',
  access: 'admin',
  assurance: 'second',
  summary:
    'Confirms a detected restore from a backup, and opens payouts again; check the payouts first. What still waits for the work of another device is refused. Changes nothing when no restore was detected.',
  output: z.object({ message: z.string() }),
})

/** Settles a device's report that the shop was restored. Payouts close if the admin says that the report is true. */
export const settleRestoreReportCall = defineCall({
  name: 'settings.settleRestoreReport',
  method: 'POST',
  path: '/admin/restore/report',
  access: 'admin',
  assurance: 'recent',
  summary: 'Settles an unproven report of a restore, if one waits. With `wasRestored`, payouts close until an admin confirms the restore.',
  body: z.object({ wasRestored: z.boolean('Please say whether the shop was restored') }),
  output: z.object({ message: z.string() }),
})
