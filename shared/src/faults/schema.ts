import * as z from 'zod/mini'

/** Maximum number of faults in one report, and of faults that a device keeps until it reports them. */
export const FAULTS_OF_DEVICE_MAX = 20
/** Number of kinds of fault that the server keeps; the one that was reported longest ago is dropped first. */
export const FAULTS_MAX = 200
/** Days after its last report for which the server keeps a fault. */
export const FAULT_KEEP_DAYS = 30
/** Maximum number of places in a fault, innermost first. */
export const FAULT_PLACES_MAX = 8
/** Maximum size of a report in bytes. */
export const MAX_FAULTS_BODY_BYTES = 80_000

/** A fault of the app on a device. No field takes a message or a text that somebody typed. */
export const faultSchema = z.strictObject({
  /** `screen`: a screen could not be drawn; `script`: any other code failed; `promise`: a promise failed and nobody handled it. */
  kind: z.enum(['screen', 'script', 'promise']),
  /** Class of the error, such as `TypeError`. */
  name: z.string().check(z.maxLength(50), z.regex(/^(?:[A-Z][A-Za-z]{0,39})?(?:Error|Problem|Lost|Fault)$/)),
  /** Files of the app with line and column, innermost first. */
  places: z
    .array(z.string().check(z.maxLength(100), z.regex(/^assets\/[\w.-]{1,70}\.js:\d{1,7}:\d{1,7}$/)))
    .check(z.maxLength(FAULT_PLACES_MAX, `At most ${FAULT_PLACES_MAX}`)),
  /** Address of the screen without the query; a part that is no lower-case word is `:id`. */
  screen: z.string().check(z.maxLength(165), z.regex(/^\/(?:[a-z:-]{1,40}(?:\/[a-z:-]{1,40}){0,3})?$/)),
  /** Browser and its major version, such as `Chrome 141`. */
  browser: z.string().check(z.maxLength(20), z.regex(/^(?:Chrome|Edge|Firefox|Safari|Other) \d{1,4}$/)),
  /** Number of times it happened since the device reported it last, 1…1000. */
  times: z.int().check(z.minimum(1, 'At least 1'), z.maximum(1_000, 'At most 1,000')),
})
/** A fault of the app on a device. */
export type Fault = z.infer<typeof faultSchema>
