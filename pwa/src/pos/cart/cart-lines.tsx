import { Kbd } from '@mantine/core'
import type { Cart } from '@shop/shared/pos/schema.ts'
import { IconBarcode } from '@tabler/icons-react'
import { useLive } from '../../sync/api.ts'
import { payeeOf } from '../queries.ts'
import classes from './cart.module.css'
import type { CartProblem } from './cart-changes.ts'
import { CartLineRow, type LineActions } from './cart-line-row.tsx'

type Props = {
  readonly cart: Cart
  readonly selectedId: string | null
  readonly problems: readonly CartProblem[]
  readonly invalidQuantities: ReadonlyMap<string, string>
  /** True after an attempt to complete, which marks what is missing. */
  readonly isChecked: boolean
  readonly actions: LineActions
}

export function CartLines({ cart, selectedId, problems, invalidQuantities, isChecked, actions }: Props) {
  const payees = useLive((view) => cart.lines.map((line) => payeeOf(view, line)), [cart.lines])
  if (cart.lines.length === 0)
    return (
      <div className={classes.empty}>
        <IconBarcode size="2.5rem" stroke={1} aria-hidden="true" />
        {/* a new element after the key of Complete Sale, so that a screen reader reads the refusal */}
        <div key={String(isChecked)} className={classes.emptyTitle} role={isChecked ? 'alert' : undefined}>
          Cart is empty
        </div>
        <div>Scan something, or tap an item.</div>
        <div className={classes.emptyKeys}>
          <Kbd>/</Kbd> search <Kbd>?</Kbd> all keys
        </div>
      </div>
    )
  const hasPictures = cart.lines.some(({ imageUrl }) => imageUrl !== '')
  const priceProblems = new Map(problems.filter(({ field }) => field === 'price').map((problem) => [problem.lineId, problem.message]))
  const stockProblems = new Map(problems.filter(({ field }) => field === 'quantity').map((problem) => [problem.lineId, problem]))
  return (
    <ul className={classes.lines} aria-label="Cart">
      {cart.lines.map((line, index) => (
        <CartLineRow
          key={line.id}
          line={line}
          payee={payees[index] ?? ''}
          hasPicture={hasPictures}
          isSelected={line.id === selectedId}
          priceProblem={isChecked ? priceProblems.get(line.id) : undefined}
          stockProblem={stockProblems.get(line.id)}
          invalidQuantity={invalidQuantities.get(line.id)}
          actions={actions}
        />
      ))}
    </ul>
  )
}
