import type { Tender } from '@shop/shared/pos/schema.ts'
import classes from './tender.module.css'

const TENDERS: readonly Kind<Tender['kind']>[] = [
  { kind: 'cash', name: 'Cash' },
  { kind: 'card', name: 'Card' },
  { kind: 'other', name: 'Other' },
]

type Kind<T> = { readonly kind: T; readonly name: string }

type Props<T> = {
  /** The group's name for the browser, one for each group on a screen. */
  readonly group: string
  readonly label: string
  readonly value: T
  readonly onChange: (kind: T) => void
}

/** Chooses among the kinds of payment. */
export const TenderKinds = (props: Props<Tender['kind']>) => <Kinds kinds={TENDERS} {...props} />

/** Chooses among a few kinds, side by side. */
export function Kinds<T extends string>({ kinds, group, label, value, onChange }: Props<T> & { readonly kinds: readonly Kind<T>[] }) {
  return (
    <div className={classes.kinds} role="radiogroup" aria-label={label}>
      {kinds.map(({ kind, name }) => (
        <label key={kind} className={classes.kind}>
          <input type="radio" name={group} checked={value === kind} onChange={() => onChange(kind)} />
          {name}
        </label>
      ))}
    </div>
  )
}
