/** The types of all tables, for queries. The platform knows no feature, so `app/tables.ts` adds the tables of features. */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be extended elsewhere
export interface Tables {}
