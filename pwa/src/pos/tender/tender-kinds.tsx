import type { Tender } from '@shop/shared/pos/schema.ts'
import classes from './tender.module.css'

const KINDS: readonly { readonly kind: Tender['kind']; readonly name: string }[] = [
  { kind: 'cash', name: 'Cash' },
  { kind: 'card', name: 'Card' },
  { kind: 'other', name: 'Other' },
]

type Props = {
  /** The group's name for the browser, one for each group on a screen. */
  readonly group: string
  readonly label: string
  readonly value: Tender['kind']
  readonly onChange: (kind: Tender['kind']) => void
}

/** Chooses among the kinds of payment. */
export function TenderKinds({ group, label, value, onChange }: Props) {
  return (
    <div className={classes.kinds} role="radiogroup" aria-label={label}>
      {KINDS.map(({ kind, name }) => (
        <label key={kind} className={classes.kind}>
          <input type="radio" name={group} checked={value === kind} onChange={() => onChange(kind)} />
          {name}
        </label>
      ))}
    </div>
  )
}
