import { signInWithSecondStepCall } from '@shop/shared/accounts/calls/sign-in.ts'
import type { PasskeyAnswer as UsedPasskey } from '@shop/shared/accounts/rules/passkeys.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useState } from 'react'
import { useCall, useSession } from '../sync/api.ts'
import type { LoginState } from './login-place.ts'
import { AnswerForm, type TypedAnswer } from './proof/answer-form.tsx'
import { OtherWays, type WayKind } from './proof/other-ways.tsx'
import { PasskeyAnswer } from './proof/passkey-answer.tsx'
import { offersPasskeys } from './proof/use-passkey.ts'
import classes from './sign-in.module.css'

type SecondKind = Exclude<WayKind, 'password' | 'google' | 'discord'>

/** The server's answer to the first step of a sign-in: a ticket for the second step, and the ways in which the person can take it. */
export type SecondStep = Readonly<Record<string, string>>

type Props = {
  readonly step: SecondStep
  /** Called when the first step has to be repeated. Receives the reason if there is one. */
  readonly onEnded: (notice: LoginState['notice']) => void
  readonly onDone?: () => void
}

/** Returns the second step that a refused sign-in asks for; undefined for every other refusal. */
export const secondStepOf = (thrown: unknown): SecondStep | undefined =>
  thrown instanceof Refusal && thrown.code === 'SECOND_STEP_NEEDED' ? thrown.details : undefined

/** Asks for the second step of a sign-in: a code, a passkey or a recovery code. */
export function SecondStepForm({ step: { ticket = '', ways = 'code' }, onEnded, onDone }: Props) {
  const call = useCall()
  const { signInBy } = useSession()
  const kinds: readonly SecondKind[] = [
    ...(ways.includes('passkey') && offersPasskeys() ? (['passkey'] as const) : []),
    ...(ways.includes('code') ? (['code'] as const) : []),
    'recoveryCode',
  ]
  const [kind, setKind] = useState<SecondKind>(ways.includes('code') ? 'code' : (kinds[0] ?? 'recoveryCode'))
  const send = async (answer: TypedAnswer & { readonly passkey?: UsedPasskey }) => {
    try {
      await signInBy((known) => call(signInWithSecondStepCall, { body: { ticket, ...answer, ...known } as never }))
      onDone?.()
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.code !== 'SIGN_IN_TOKEN_INVALID') throw thrown
      onEnded({ text: thrown.message, isError: true })
    }
  }
  return (
    <div className={classes.form}>
      {kind === 'passkey' ? (
        <PasskeyAnswer label="Use a passkey" send={send} />
      ) : (
        <AnswerForm key={kind} kind={kind} submitLabel="Sign in" send={send} />
      )}
      <OtherWays kinds={kinds.filter((one) => one !== kind)} onChoose={(chosen) => setKind(chosen as SecondKind)} />
      <button type="button" className={`${classes.switch} ${classes.forgot}`} onClick={() => onEnded(undefined)}>
        Start again
      </button>
    </div>
  )
}
