import { defineRefusals } from '@shop/shared/kernel/errors.ts'

/** Refusals raised on the device itself. */
export const syncRefusals = defineRefusals({
  OFFLINE: { status: 503, message: 'The server cannot be reached. Please check the connection and try again.', retryable: true },
  /** For a refusal that does not carry our server's words, such as a proxy's page. Screens then say themselves what failed. */
  NO_WORDS: { status: 503, message: 'The server cannot do this right now. Please try again in a moment.', retryable: true },
  IMPORT_INVALID: { status: 400, message: 'This is not a file of pending work.' },
  IMPORT_FOREIGN: { status: 403, message: 'This work belongs to another person. Sign in as that person, or as an admin, to import it.' },
  IMPORT_NEWER: {
    status: 409,
    message: 'This work was done with a newer version of the app. Please update the app here first, then import the file again.',
  },
  IMPORT_HANDED_ON: {
    status: 409,
    message:
      'This work was handed on by 20 people already, and the shop takes no more names. Nothing was imported. Import it as the person who exported it.',
  },
  NOT_PENDING: { status: 404, message: 'This entry is no longer on the list.' },
})
