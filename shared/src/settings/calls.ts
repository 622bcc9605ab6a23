import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'

/** Tells whether the shop was restored from a backup and still waits for an admin's confirmation (law *Lost futures*). */
export const getRestoreCall = defineCall({
  name: 'settings.getRestore',
  method: 'GET',
  path: '/admin/restore',
  access: 'admin',
  summary: 'Says whether a restore from a backup waits for an admin’s confirmation; payouts stay closed until then.',
  output: z.object({ detectedAt: z.nullable(z.string()) }),
})

/** Confirms that an admin checked the payouts after a restore, which opens paying out again. */
export const confirmRestoreCall = defineCall({
  name: 'settings.confirmRestore',
  method: 'POST',
  path: '/admin/restore/confirm',
  access: 'admin',
  assurance: 'second',
  summary: 'Confirms a restore from a backup, once an admin has checked the payouts, and reopens payouts.',
  output: z.object({ message: z.string() }),
})
