import { defineRefusals } from '../kernel/errors.ts'
import { MAX_PASSKEYS } from './rules/passkeys.ts'

/** Error message for somebody who sets up a second step before the e-mail is confirmed. */
export const CONFIRM_EMAIL_FIRST = 'Please confirm your e-mail first, under Account in your profile. Then set up the second step.'

/** Refusals of the second factor. None is 401, because none of them ends a session. */
export const secondFactorRefusals = defineRefusals({
  /** `details` has a ticket for the second step and the ways in which the person can take it. After a sign-in by a provider the message names no
   *  password. */
  SECOND_STEP_NEEDED: { status: 403, message: 'The password is right. This account also asks for a second step.' },
  CODE_WRONG: {
    status: 400,
    message: 'This code is wrong. Please enter the one that your app shows now, and check the clock of your phone.',
  },
  CODE_USED: { status: 409, message: 'This code was used already. Please wait for the next one.' },
  CODE_CLOCK_OFF: {
    status: 400,
    message:
      'This code belongs to another time: the clock of the device that shows it is off. Please let it set its clock by itself, and try the next code.',
  },
  CODES_NOT_STARTED: { status: 409, message: 'This took too long or was completed already. Please begin again.' },
  RECOVERY_CODE_WRONG: { status: 400, message: 'This recovery code is wrong, was used already, or was replaced by newer ones.' },
  SECOND_FACTOR_MISSING: { status: 409, message: 'Recovery codes belong to a second factor. Please set one up first.' },
  SECOND_FACTOR_KEPT: {
    status: 409,
    message: 'This shop demands a second factor of its admins. Please set up another one before you remove this one.',
  },
  RECOVERY_CODES_MISSING: { status: 409, message: 'Please set up your own second step with recovery codes first, under Profile.' },
  SECOND_FACTOR_DEMANDED: {
    status: 403,
    message: 'This shop asks its admins for a second step. Please set one up under Profile, then repeat this.',
  },
  PASSKEYS_NEED_HTTPS: { status: 409, message: 'Passkeys work only where the shop is opened by a name and over HTTPS.' },
  PASSKEY_WRONG: { status: 400, message: 'The passkey was not accepted. Please try again.' },
  PASSKEY_UNKNOWN: { status: 400, message: 'This passkey belongs to another account or another address, or was removed.' },
  PASSKEY_NOT_FOUND: { status: 404, message: 'This passkey does not exist (any more).' },
  PASSKEY_KNOWN: { status: 409, message: 'This passkey was added already.' },
  TOO_MANY_PASSKEYS: { status: 409, message: `You can keep ${MAX_PASSKEYS} passkeys at most. Please remove one first.` },
})
