import { TextInput } from '@mantine/core'
import { TenderKinds } from '../tender/tender-kinds.tsx'
import type { WayBack } from './ways-back.ts'

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
      <TenderKinds group="given-back-in" label="Given back in" value={way.kind} onChange={onKind} />
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
