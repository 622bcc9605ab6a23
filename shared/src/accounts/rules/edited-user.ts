import * as z from 'zod/mini'
import { requiredText } from '../../kernel/text.ts'

/** A host name with an optional port, trimmed and in lower case; '' for none. */
export const domainSchema = z
  .pipe(
    z.string('Please enter a domain').check(z.maxLength(253, 'At most 253 characters')),
    z.transform((domain) => domain.trim().toLowerCase()),
  )
  .check(z.refine((domain) => domain === '' || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/.test(domain), 'Please enter a domain'))

/** Fields of a profile that an admin may edit. */
export const userFieldsSchema = z.object({
  displayName: requiredText(100, 'Please enter a display name'),
  whopBypass: z.boolean(),
  registeredDomain: domainSchema,
})
/** Changes to a profile. Absent fields stay unchanged. */
export const userChangesSchema = z.partial(userFieldsSchema)
/** Changes to a profile. */
export type UserChanges = z.infer<typeof userChangesSchema>
