import { TextInput } from '@mantine/core'
import tender from '../tender/tender.module.css'
import type { WayBack } from './ways-back.ts'

const KINDS: readonly { readonly kind: WayBack['kind']; readonly name: string }[] = [
  { kind: 'cash', name: 'Cash' },
  { kind: 'card', name: 'Card' },
  { kind: 'other', name: 'Other' },
]

type Props = {
  readonly way: WayBack
  readonly problem: string | null
  readonly onKind: (kind: WayBack['kind']) => void
  readonly onLabel: (label: string) => void
}

/** Asks in what way the money goes back. */
export function WayField({ way, problem, onKind, onLabel }: Props) {
  return (
    <>
      <div className={tender.kinds} role="radiogroup" aria-label="Given back in">
        {KINDS.map(({ kind, name }) => (
          <label key={kind} className={tender.kind}>
            <input type="radio" name="given-back-in" checked={way.kind === kind} onChange={() => onKind(kind)} />
            {name}
          </label>
        ))}
      </div>
      {way.kind !== 'cash' && (
        <TextInput
          size="md"
          label={way.kind === 'card' ? 'Card (optional)' : 'Given back as'}
          placeholder={way.kind === 'card' ? 'Visa' : 'Gift card'}
          autoComplete="off"
          maxLength={100}
          value={way.label}
          error={problem}
          onChange={(event) => onLabel(event.currentTarget.value)}
        />
      )}
    </>
  )
}
