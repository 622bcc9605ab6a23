import * as z from 'zod/mini'
import { requiredText } from '../../kernel/text.ts'

/** A host name as it is kept and compared: trimmed, lower-cased, with its port where it has one; '' for none. */
export const domainSchema = z
  .pipe(
    z.string('Please enter a domain').check(z.maxLength(253, 'At most 253 characters')),
    z.transform((domain) => domain.trim().toLowerCase()),
  )
  .check(z.refine((domain) => domain === '' || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/.test(domain), 'Please enter a domain'))

/** What an admin may change of somebody's profile. */
export const userFieldsSchema = z.object({
  displayName: requiredText(100, 'Please enter a display name'),
  whopBypass: z.boolean(),
  registeredDomain: domainSchema,
})
/** Changes of a profile: what is absent stays. */
export const userChangesSchema = z.partial(userFieldsSchema)
/** Changes of a profile. */
export type UserChanges = z.infer<typeof userChangesSchema>
