import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import classes from './money-text.module.css'

type Props = {
  readonly cents: Cents
  /** `in`: incoming money, in its colour. `strong`: a total. */
  readonly look?: 'plain' | 'in' | 'strong'
}

/** An amount of money in tabular figures, never wrapped. Columns align it to the end. */
export function MoneyText({ cents, look = 'plain' }: Props) {
  return (
    <span className={classes.money} data-look={look}>
      {formatCents(cents)}
    </span>
  )
}
