// a separate file, because the app's first load includes it without the schemas
import type { PageBrand } from './schema.ts'

/** Price of a membership in dollars a month. */
export const MEMBERSHIP_DOLLARS = 5

/** Brand of a page that the server did not serve: in tests, and in development before the server is up. */
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
