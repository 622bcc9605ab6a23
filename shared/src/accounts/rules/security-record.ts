import * as z from 'zod/mini'

/** Acts in the security record, by their stored names. */
export const SECURITY_KINDS = [
  'signUp',
  'signIn',
  'signOut',
  'secondStep',
  'identityProved',
  'sessionsEnded',
  'passwordResetAsked',
  'passwordReset',
  'passwordChanged',
  'passwordAdded',
  'roleChanged',
  'providerLinked',
  'providerUnlinked',
  'factorChanged',
  'emailProved',
  'emailVouched',
  'hostConfirmed',
  'signUpRuleChanged',
  'invitationMade',
  'invitationRevoked',
  'accountClosed',
  'dataExported',
  'dataErased',
  'backupMade',
  'backupRestored',
] as const

/** An act of the security record. */
export const securityKindSchema = z.enum(SECURITY_KINDS)
/** An act of the security record. */
export type SecurityKind = z.infer<typeof securityKindSchema>

/** Outcome of an act. `refused`: for example, the password was wrong. */
export const securityResultSchema = z.enum(['done', 'refused'])
/** Outcome of an act. */
export type SecurityResult = z.infer<typeof securityResultSchema>

const WRONG_ANSWERS = [
  'CODE_WRONG',
  'CODE_USED',
  'CODE_CLOCK_OFF',
  'RECOVERY_CODE_WRONG',
  'PASSKEY_UNKNOWN',
  'PASSKEY_WRONG',
  'CURRENT_PASSWORD_WRONG',
  'SET_UP_CODE_WRONG',
  'EMAIL_CODE_WRONG',
] as const
/** A wrong answer to a second step, a proof of identity or a set-up, by the code of its refusal. */
export const wrongAnswerSchema = z.enum(WRONG_ANSWERS)
/** A wrong answer to a second step, a proof of identity or a set-up, by the code of its refusal. */
export type WrongAnswer = z.infer<typeof wrongAnswerSchema>

/** Days after which the record drops the network address of an act. The rest of the entry stays. */
export const ADDRESS_KEEP_DAYS = 180

/** Acts whose effect is lost when an earlier backup is restored. After a restore, the shop lists those since the backup. */
export const CHANGED_SINCE_BACKUP: readonly SecurityKind[] = [
  'signUp',
  'passwordReset',
  'passwordChanged',
  'passwordAdded',
  'roleChanged',
  'providerLinked',
  'providerUnlinked',
  'factorChanged',
  'emailProved',
  'emailVouched',
  'accountClosed',
  'dataErased',
]
