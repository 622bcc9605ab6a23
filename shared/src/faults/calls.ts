import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { FAULT_KEEP_DAYS, FAULTS_MAX, FAULTS_OF_DEVICE_MAX, faultSchema, MAX_FAULTS_BODY_BYTES } from './schema.ts'

/** Reports faults of the app, which the device's user agreed to. */
export const reportFaultsCall = defineCall({
  name: 'faults.report',
  method: 'POST',
  path: '/faults',
  access: 'user',
  cost: 'report',
  maxBodyBytes: MAX_FAULTS_BODY_BYTES,
  summary:
    'Reports faults of the app on a device: class of error, places in the program, screen and browser. The list does not keep who reported them.',
  body: z.object({
    faults: z
      .array(faultSchema)
      .check(z.minLength(1, 'At least one'), z.maxLength(FAULTS_OF_DEVICE_MAX, `At most ${FAULTS_OF_DEVICE_MAX}`)),
  }),
  output: z.object({ success: z.literal(true) }),
})

/** A kind of fault in the shop's list. */
export const listedFaultSchema = z.extend(faultSchema, {
  id: z.string(),
  /** Number of times it happened on all devices. */
  times: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
})
/** A kind of fault in the shop's list. */
export type ListedFault = z.infer<typeof listedFaultSchema>

/** Lists the faults that devices reported. */
export const listFaultsCall = defineCall({
  name: 'faults.list',
  method: 'GET',
  path: '/admin/faults',
  access: 'admin',
  summary: `Lists the faults of the app that devices reported in the last ${FAULT_KEEP_DAYS} days, the last reported first, ${FAULTS_MAX} at most.`,
  output: z.object({ faults: z.array(listedFaultSchema) }),
})
