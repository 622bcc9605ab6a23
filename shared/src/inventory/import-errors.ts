import { defineRefusals } from '../kernel/errors.ts'

// a separate file, because the till loads the other refusals at the start
/** Refusals of imports. */
export const importRefusals = defineRefusals({
  IMPORT_NOT_FOUND: { status: 404, message: 'This import does not exist (any more). Nothing was imported.' },
  IMPORT_INCOMPLETE: { status: 409, message: 'Some rows have not arrived yet. Nothing was imported.', retryable: true },
  IMPORT_OF_OTHER: { status: 409, message: 'Another admin began this import, and only they can cancel it. Nothing has changed.' },
  IMPORT_DONE: { status: 409, message: 'This import is done: its goods are in the inventory. It cannot be cancelled any more.' },
})
