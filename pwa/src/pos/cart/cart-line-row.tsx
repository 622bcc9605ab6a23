import { ActionIcon } from '@mantine/core'
import { type Cents, cents, formatCents } from '@shop/shared/kernel/money.ts'
import type { CartLine } from '@shop/shared/pos/schema.ts'
import { IconX } from '@tabler/icons-react'
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { discountWords } from '../../ui/discount-words.ts'
import { ItemPicture } from '../../ui/item-picture.tsx'
import { lineDiscountCents, lineTotalCents } from './build-sale.ts'
import classes from './cart.module.css'
import type { CartProblem } from './cart-changes.ts'
import { DiscountButton } from './discount-button.tsx'
import { PriceField } from './price-field.tsx'
import { QuantityField } from './quantity-field.tsx'

// loaded on demand: only a stock that is too low needs it
const StockAnswers = lazy(() => import('./stock-answers.tsx'))

/** Actions on a line. They are the same at every render, so that an unchanged line does not render again. */
export type LineActions = {
  readonly select: (lineId: string) => void
  readonly setPrice: (lineId: string, price: Cents | null) => void
  readonly setQuantity: (lineId: string, quantity: number) => void
  readonly remove: (lineId: string) => void
  /** Opens the window of the line's discount. */
  readonly discount: (lineId: string) => void
  readonly setInvalid: (lineId: string, message: string | null) => void
}

type Props = {
  readonly line: CartLine
  /** The line's payee: a consignor's name, or a word for the shop's goods. */
  readonly payee: string
  /** True when a line of this cart has a picture, so that all names stand below each other. */
  readonly hasPicture: boolean
  readonly isSelected: boolean
  readonly priceProblem: string | undefined
  readonly stockProblem: CartProblem | undefined
  /** Problem with the quantity being typed. */
  readonly invalidQuantity: string | undefined
  readonly actions: LineActions
}

/** A cart line; its fields open when it is selected or has a problem. */
export const CartLineRow = memo(function CartLineRow({
  line,
  payee,
  hasPicture,
  isSelected,
  priceProblem,
  stockProblem,
  invalidQuantity,
  actions,
}: Props) {
  const row = useRef<HTMLLIElement>(null)
  // goods that come back end the problem with the stock, while their window is still open
  const [isReturning, setReturning] = useState(false)
  const quantityProblem = invalidQuantity ?? stockProblem?.message
  const told = quantityProblem ?? priceProblem
  // biome-ignore lint/correctness/useExhaustiveDependencies: a problem makes the line taller, and has to come into view
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected, told])
  const isOpen = isSelected || priceProblem !== undefined || quantityProblem !== undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the arrow keys choose a line (use-till-keys.ts)
    <li
      ref={row}
      className={classes.line}
      data-line={line.id}
      data-picture={hasPicture || undefined}
      data-selected={isSelected || undefined}
      aria-current={isSelected || undefined}
      onClick={() => actions.select(line.id)}
      // focusing a field selects the line, so that its fields stay open after the problem is fixed. Focusing a button does not, because the button
      // would move from under the finger
      onFocus={(event) => event.target instanceof HTMLInputElement && actions.select(line.id)}
    >
      {hasPicture && <ItemPicture imageUrl={line.imageUrl} />}
      <LineTexts line={line} payee={payee} isOpen={isOpen} />
      <LineTotal line={line} />
      <RemoveButton line={line} onRemove={actions.remove} />
      {isOpen && (
        <div className={classes.lineFields}>
          <PriceField
            className={classes.price}
            label={`Price of ${line.itemName}`}
            valueCents={line.unitPriceCents}
            onChange={(price) => actions.setPrice(line.id, price)}
            error={priceProblem}
          />
          <QuantityField
            name={line.itemName}
            value={line.quantity}
            isWrong={quantityProblem !== undefined}
            onChange={(quantity) => actions.setQuantity(line.id, quantity)}
            onDecrement={() => (line.quantity > 1 ? actions.setQuantity(line.id, line.quantity - 1) : actions.remove(line.id))}
            onInvalid={(message) => actions.setInvalid(line.id, message)}
          />
          <DiscountButton of={line.itemName} keys="%" onClick={() => actions.discount(line.id)} />
        </div>
      )}
      {(quantityProblem || isReturning) && (
        <div className={classes.lineProblem} role="alert">
          <span>{quantityProblem}</span>
          <Suspense fallback={null}>
            {invalidQuantity === undefined && <StockAnswers {...{ line, stockProblem, actions, setReturning }} />}
          </Suspense>
        </div>
      )}
    </li>
  )
})

/** The line's price, and the price before its discount. */
function LineTotal({ line }: { readonly line: CartLine }) {
  const grossCents = lineTotalCents(line)
  const offCents = lineDiscountCents(line)
  return (
    <div className={classes.lineTotal}>
      {offCents > 0 && (
        <s className={classes.before}>
          <span className="shop-visually-hidden">Before the discount </span>
          {formatCents(cents(grossCents))}
        </s>
      )}
      {line.unitPriceCents === null ? '–' : formatCents(cents(grossCents - offCents))}
    </div>
  )
}

function RemoveButton({ line, onRemove }: { readonly line: CartLine; readonly onRemove: LineActions['remove'] }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.remove}
      aria-label={`Remove ${line.itemName}`}
      onClick={(event) => {
        event.stopPropagation()
        onRemove(line.id)
      }}
    >
      <IconX />
    </ActionIcon>
  )
}

function LineTexts({ line, payee, isOpen }: { readonly line: CartLine; readonly payee: string; readonly isOpen: boolean }) {
  return (
    <div className={classes.lineTexts}>
      <bdi className={classes.lineName} title={line.itemName}>
        {line.itemName}
      </bdi>
      <div className={classes.lineOwner}>
        {!isOpen && (
          <span className={classes.linePieces}>
            {line.quantity} × {line.unitPriceCents === null ? 'no price' : formatCents(line.unitPriceCents)}
          </span>
        )}
        <bdi>{payee}</bdi>
        {line.location && <bdi>{line.location}</bdi>}
      </div>
      {line.discount && <bdi className={classes.lineDiscount}>{discountWords(line.discount)}</bdi>}
    </div>
  )
}
