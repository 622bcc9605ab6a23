import classes from '../sign-in.module.css'
import type { AnswerKind } from './answer-form.tsx'

/** Ways to prove one's identity: typed, with a passkey, or at a provider. */
export type WayKind = AnswerKind | 'passkey' | 'google' | 'discord'

const LABELS: Readonly<Record<WayKind, string>> = {
  password: 'Use your password',
  code: 'Use a code of your app',
  recoveryCode: 'Use a recovery code',
  passkey: 'Use a passkey',
  google: 'Use Google',
  discord: 'Use Discord',
}

type Props = { readonly kinds: readonly WayKind[]; readonly onChoose: (kind: WayKind) => void }

/** Leads to the other ways to prove one's identity. */
export function OtherWays({ kinds, onChoose }: Props) {
  return (
    <div className={classes.ways}>
      {kinds.map((kind) => (
        <button key={kind} type="button" className={classes.switch} onClick={() => onChoose(kind)}>
          {LABELS[kind]}
        </button>
      ))}
    </div>
  )
}
