import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'

/** Whether the shop was restored from a backup and an admin has not confirmed it yet (design §4 Lost futures). */
export const getRestoreCall = defineCall({
  name: 'settings.getRestore',
  method: 'GET',
  path: '/admin/restore',
  access: 'admin',
  summary: 'Says whether a restore from a backup was detected that no admin has confirmed; payouts are closed meanwhile.',
  output: z.object({ detectedAt: z.nullable(z.string()) }),
})

/** An admin has checked the payouts after a restore: paying out is open again. */
export const confirmRestoreCall = defineCall({
  name: 'settings.confirmRestore',
  method: 'POST',
  path: '/admin/restore/confirm',
  access: 'admin',
  summary: 'Confirms a restore from a backup after the payouts were checked; opens paying out again.',
  output: z.object({ message: z.string() }),
})
