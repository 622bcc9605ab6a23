// Browsers' messages for a lazily loaded part of the app that they cannot fetch.
const PART_MISSING = /dynamically imported module|module script failed|Importing a module|preload CSS/i

/** True for the error of a part of the app that cannot be loaded, for example without network. */
export const isPartMissing = (error: unknown): boolean => PART_MISSING.test(error instanceof Error ? error.message : String(error))
