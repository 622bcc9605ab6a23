// Stands apart from the schemas: the app's first load has this and not them.
import type { PageBrand } from './schema.ts'

/** Price of a membership in dollars a month (spec §1). */
export const MEMBERSHIP_DOLLARS = 5

/** What a page is that did not come from a server of ours: tests, and development before the server is up. */
export const UNNAMED_BRAND: PageBrand = {
  id: 'consign',
  title: 'Consign',
  shortName: 'Consign',
  accent: '#5b5bd6',
  contact: '',
  chatInvite: '',
  checkout: '',
  membership: false,
  exchange: null,
}
