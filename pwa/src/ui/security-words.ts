import type { SecurityEntry } from '@shop/shared/accounts/calls/security-record.ts'
import { PROVIDER_NAMES } from '@shop/shared/accounts/rules/providers.ts'
import { type SecurityKind, type WrongAnswer, wrongAnswerSchema } from '@shop/shared/accounts/rules/security-record.ts'

export const SECURITY_WORDS: Readonly<Record<SecurityKind, string>> = {
  signUp: 'Signed up',
  signIn: 'Signed in',
  signOut: 'Signed out',
  secondStep: 'Second step of a sign-in',
  identityProved: 'Proof of identity',
  sessionsEnded: 'Other devices signed out',
  passwordResetAsked: 'Password reset asked for',
  passwordReset: 'New password set by a link',
  passwordChanged: 'Password changed',
  passwordAdded: 'First password set',
  roleChanged: 'Role changed',
  providerLinked: 'Sign-in at a provider linked',
  providerUnlinked: 'Sign-in at a provider removed',
  factorChanged: 'Second factor changed',
  emailProved: 'E-mail address proved',
  emailVouched: 'E-mail address vouched for',
  hostConfirmed: 'Address of the shop confirmed',
  signUpRuleChanged: 'Who may create an account changed',
  invitationMade: 'Somebody invited',
  invitationRevoked: 'Invitation withdrawn',
  accountClosed: 'Account closed',
  dataExported: 'Personal data exported',
  dataErased: 'Personal data erased',
  backupMade: 'Backup made',
  backupRestored: 'Restored from a backup',
}

const REFUSED: Readonly<Partial<Record<SecurityKind, string>>> = {
  signUp: 'Set-up of the shop refused',
  signIn: 'Sign-in refused',
  secondStep: 'Second step of a sign-in refused',
  identityProved: 'Proof of identity refused',
  factorChanged: 'Second factor not added',
  emailProved: 'E-mail address not proved',
  passwordChanged: 'Wrong password when changing it',
  passwordResetAsked: 'Password reset asked for an unknown e-mail',
}

const WRONG_ANSWERS: Readonly<Record<WrongAnswer, string>> = {
  CODE_WRONG: 'wrong code',
  CODE_USED: 'code used before',
  CODE_CLOCK_OFF: 'code of another time',
  RECOVERY_CODE_WRONG: 'wrong or used recovery code',
  PASSKEY_UNKNOWN: 'unknown passkey',
  PASSKEY_WRONG: 'passkey not accepted',
  CURRENT_PASSWORD_WRONG: 'wrong password',
  SET_UP_CODE_WRONG: 'wrong set-up code',
  EMAIL_CODE_WRONG: 'wrong code of the mail',
}

const PROVIDERS: Readonly<Record<string, string>> = PROVIDER_NAMES

const RULES: Readonly<Record<string, string>> = { open: 'everybody', invited: 'invited people only', off: 'nobody' }

/** An entry in words, with what its detail adds. */
export function securityWords({ kind, result, detail, count }: Pick<SecurityEntry, 'kind' | 'result' | 'detail' | 'count'>): string {
  const isUnmailed = detail.mail === 'none'
  const act = result === 'done' || isUnmailed ? SECURITY_WORDS[kind] : (REFUSED[kind] ?? `${SECURITY_WORDS[kind]}: refused`)
  const provider = PROVIDERS[detail.provider ?? detail.by ?? '']
  const wrong = wrongAnswerSchema.safeParse(detail.why).data
  const notes = [
    ...(wrong ? [WRONG_ANSWERS[wrong]] : []),
    ...(detail.after ? [`after ${PROVIDERS[detail.after] ?? 'the right password'}`] : []),
    ...(provider ? [provider] : []),
    ...(detail.device === 'new' ? ['new device'] : []),
    ...(detail.to ? [`now ${detail.to === 'admin' ? 'administrator' : detail.to}`] : []),
    ...(detail.by === 'commandLine' ? ['on the shop’s machine'] : []),
    ...(detail.encrypted ? [detail.encrypted === 'yes' ? 'encrypted' : 'not encrypted'] : []),
    ...(detail.change ? [detail.change] : []),
    ...(kind === 'signUp' && detail.invitation ? ['by an invitation'] : []),
    ...(detail.rule ? [RULES[detail.rule] ?? detail.rule] : []),
    ...(isUnmailed ? ['no mail, because many were sent today'] : []),
    ...(detail.host ? [detail.host] : []),
    ...(count > 1 ? [`${count} times ${wrong ? 'that day' : 'within the hour'}`] : []),
  ]
  return [act, ...notes].join(' · ')
}
