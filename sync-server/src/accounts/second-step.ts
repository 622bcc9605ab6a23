import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import type { PasskeyAnswer } from '@shop/shared/accounts/rules/passkeys.ts'
import { secondFactorRefusals } from '@shop/shared/accounts/second-factor-errors.ts'
import { Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import type { Db } from '../platform/database/sql.ts'
import type { Platform } from '../platform/platform.ts'
import type { Accounts } from './accounts.ts'
import type { CodeAttempt } from './attempt-limits.ts'
import type { FirstStep } from './first-step.ts'
import { knownDeviceOf } from './known-devices.ts'
import { recordWrongAnswer } from './record/wrong-answers.ts'
import { noteWrongSecondStep } from './sign-in-mail.ts'
import { dropTicket, issueTicket, readTicket, takeTicket } from './tickets.ts'
import { hashOf } from './token-hash.ts'

/** Seconds in which a person has to enter a code after the first step. */
const SECOND_STEP_SECONDS = 600

export type SecondAnswer = {
  readonly code?: string | undefined
  readonly recoveryCode?: string | undefined
  readonly passkey?: PasskeyAnswer | undefined
}

/** The request that carries an answer. `origin`: the origin to which it was sent; a passkey must belong to the host of that origin. */
type Answering = { readonly request: Request; readonly clientAddress: string; readonly origin: string }

/** Makes the refusal that stops a sign-in until its second step. It contains a ticket for that step. */
export async function secondStepNeeded(
  db: Db,
  uid: string,
  first: FirstStep,
  { hasCodes, hasPasskeys }: { readonly hasCodes: boolean; readonly hasPasskeys: boolean },
): Promise<Refusal> {
  const ticket = await issueTicket(db, { kind: 'secondStep', uid, seconds: SECOND_STEP_SECONDS, payload: first })
  return refusal(secondFactorRefusals, 'SECOND_STEP_NEEDED', {
    ...(first.by !== 'password' && { message: 'This account also asks for a second step.' }),
    details: { ticket, ways: [...(hasCodes ? ['code'] : []), ...(hasPasskeys ? ['passkey'] : [])].join(' ') },
  })
}

/** Checks the answer to a second step; returns the user and the first step. The ticket ends with a right answer or after a few wrong answers. Refuses
 *  SIGN_IN_TOKEN_INVALID, and refuses a wrong answer. */
export async function finishSecondStep(
  platform: Platform,
  accounts: Accounts,
  from: Answering,
  { ticket, knownDevice, ...answer }: SecondAnswer & { readonly ticket: string; readonly knownDevice?: string | undefined },
): Promise<{ readonly uid: string; readonly first: FirstStep }> {
  const { db } = platform
  const { uid, payload } = (await readTicket(db, 'secondStep', ticket)) ?? {}
  if (!uid) throw refusal(accountRefusals, 'SIGN_IN_TOKEN_INVALID')
  const first = payload as FirstStep
  const device = await knownDeviceOf(db, { uid }, knownDevice)
  try {
    await recordWrongAnswer(accounts.recordSecurity, { kind: 'secondStep', uid, caller: from, detail: { after: first.by } }, () =>
      takeSecondAnswer(accounts, from, { uid, purpose: 'signing in', device }, answer),
    )
  } catch (thrown) {
    // neither an outage nor a limit counts as a wrong answer
    if (thrown instanceof Refusal && thrown.status < 429) {
      if (!accounts.limits.secondStepMissed(hashOf(ticket))) await dropTicket(db, 'secondStep', ticket)
      if (device === undefined) await noteWrongSecondStep(platform, { uid, caller: from, by: first.by })
    }
    throw thrown
  }
  // of two requests with the same ticket, only one signs in
  if (!(await takeTicket(db, 'secondStep', ticket))) throw refusal(accountRefusals, 'SIGN_IN_TOKEN_INVALID')
  return { uid, first }
}

/** Accepts a code, a recovery code or a passkey. Codes are limited for each account and purpose; nobody can guess a recovery code. Only somebody who
 *  passed the first step or has a session gets here, so a stranger cannot use up the limit. A device that signed in before and a session have counts
 *  of their own, which somebody with only the password or with another session cannot use up. */
export async function takeSecondAnswer(
  { factors, passkeys, limits }: Accounts,
  { clientAddress, origin }: Omit<Answering, 'request'>,
  attempt: CodeAttempt,
  { code, recoveryCode, passkey }: SecondAnswer,
): Promise<void> {
  const { uid } = attempt
  const from = attempt.purpose === 'signing in' ? attempt.device : attempt.session
  const account = from === undefined ? uid : `${uid} ${from}`
  if (code !== undefined) {
    limits.code(attempt)
    await factors.takeCode(uid, code)
    limits.codeTaken(attempt)
  } else if (recoveryCode !== undefined) {
    limits.passThrough(clientAddress, account)
    await factors.takeRecoveryCode(uid, recoveryCode)
  } else if (passkey !== undefined) {
    limits.passThrough(clientAddress, account)
    if ((await passkeys.use(passkey, origin)) !== uid) throw refusal(secondFactorRefusals, 'PASSKEY_UNKNOWN')
  } else throw refusal(secondFactorRefusals, 'CODE_WRONG', { fields: { code: secondFactorRefusals.CODE_WRONG.message } })
}
