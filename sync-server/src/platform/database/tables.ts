/** Every table with its columns, as queries see them. Features know their tables and this ground floor knows no feature, so `app/tables.ts` fills it in. */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be filled in elsewhere
export interface Tables {}
