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

/** The server's answer to a right password: a ticket for the second step, and the ways the person can take it. */
export type SecondStep = Readonly<Record<string, string>>

type Props = {
  readonly step: SecondStep
  /** Receives the reason when the password has to be entered again. */
  readonly onEnded: (notice: LoginState['notice']) => void
}

/** The second step of a sign-in: a code, a passkey, or a recovery code. */
export function SecondStepForm({ step: { ticket = '', ways = 'code' }, onEnded }: Props) {
  const call = useCall()
  const { signInWithToken } = useSession()
  const kinds: readonly SecondKind[] = [
    ...(ways.includes('passkey') && offersPasskeys() ? (['passkey'] as const) : []),
    ...(ways.includes('code') ? (['code'] as const) : []),
    'recoveryCode',
  ]
  const [kind, setKind] = useState<SecondKind>(ways.includes('code') ? 'code' : (kinds[0] ?? 'recoveryCode'))
  const send = async (answer: TypedAnswer & { readonly passkey?: UsedPasskey }) => {
    try {
      const { token } = await call(signInWithSecondStepCall, { body: { ticket, ...answer } as never })
      await signInWithToken(token)
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
