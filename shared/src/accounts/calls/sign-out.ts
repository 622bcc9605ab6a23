import * as z from 'zod/mini'
import { defineCall } from '../../kernel/define-call.ts'
import { MAX_SEALED_BODY_BYTES, sealedPartSchema } from '../sealed-work.ts'
import { sealedWorkRefusals } from '../sealed-work-errors.ts'

// apart from the calls about sessions, because the till loads these at its start

/** Decrypts work that stayed on a device when its person signed out. */
export const openSealedWorkCall = defineCall({
  name: 'accounts.openSealedWork',
  method: 'POST',
  path: '/sync/sealed-work',
  access: 'user',
  summary:
    'Decrypts one part of the work that a device sealed when its person signed out. Callers may open their own work, admins anybody’s.',
  body: sealedPartSchema,
  maxBodyBytes: MAX_SEALED_BODY_BYTES,
  output: z.object({ text: z.string() }),
  refusals: { SEALED_WORK_UNREADABLE: sealedWorkRefusals.SEALED_WORK_UNREADABLE },
})

/** Ends the session that made the request. */
export const signOutCall = defineCall({
  name: 'accounts.signOut',
  method: 'POST',
  path: '/identity/sign-out',
  access: 'user',
  admitsOutsiders: true,
  summary: 'Ends the session that makes the request.',
  output: z.object({ success: z.boolean() }),
})
