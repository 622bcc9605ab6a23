import { Button, Stack, TextInput } from '@mantine/core'
import { formatCents } from '@shop/shared/kernel/money.ts'
import type { Cart } from '@shop/shared/pos/schema.ts'
import type { Discount } from '@shop/shared/sales/reduction-schema.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Choice, ChoiceField } from '../../ui/choice-field.tsx'
import { discountWords } from '../../ui/discount-words.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { BEARERS } from '../../ui/reduction-name.tsx'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { Kinds } from '../tender/tender-kinds.tsx'
import type { Discounted, Notice } from '../use-screen-state.ts'
import type { CartChange } from './cart-changes.ts'
import classes from './discount.module.css'
import { type DiscountEffect, type DiscountEntry, discountChange, discountEffect, entryOf, readDiscount } from './discount-entry.ts'

const KINDS: readonly { readonly kind: Discount['kind']; readonly name: string }[] = [
  { kind: 'percent', name: 'Percent' },
  { kind: 'amount', name: 'Amount' },
]

const PAYERS: readonly Choice<Discount['bearer']>[] = [
  { value: 'shared', label: BEARERS.shared, description: 'Each gets their share of what the customer pays.' },
  { value: 'shop', label: BEARERS.shop, description: 'The consignor gets the share of the full price.' },
  { value: 'consignor', label: BEARERS.consignor, description: 'It comes off the consignor’s share, as far as that reaches.' },
]

type Props = {
  readonly cart: Cart
  readonly on: Discounted
  readonly change: (change: CartChange) => void
  readonly say: (notice: Notice | null) => void
  readonly onClose: () => void
}

/** The window of the discount on a line or on the whole cart. It closes by itself when another device took the line or the cart away. */
export default function DiscountWindow({ cart, on, change, say, onClose }: Props) {
  const [cartId] = useState(cart.id)
  const line = cart.lines.find(({ id }) => id === on.lineId)
  const isGone = cart.id !== cartId || (on.lineId !== null && !line)
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  if (isGone) return null
  const present = (line ?? cart).discount ?? null
  const set = (discount: Discount | null) => {
    change(discountChange(on, discount))
    const name = line?.itemName ?? 'the whole cart'
    say({
      message: discount ? `${discountWords({ ...discount, reason: '' })} on ${name}` : `No discount on ${name}`,
      undo: () => {
        change(discountChange(on, present))
        say(null)
      },
    })
    onClose()
  }
  return (
    <FormModal title={line ? `Discount on ${line.itemName}` : 'Discount on the whole cart'} onClose={onClose}>
      <DiscountForm cart={cart} on={on} present={present} onSet={set} onClose={onClose} />
    </FormModal>
  )
}

type FormProps = {
  readonly cart: Cart
  readonly on: Discounted
  readonly present: Discount | null
  readonly onSet: (discount: Discount | null) => void
  readonly onClose: () => void
}

function DiscountForm({ cart, on, present, onSet, onClose }: FormProps) {
  const { taxRateBps } = useShopSettings()
  const form = useRef<HTMLFormElement>(null)
  const [entry, setEntry] = useState<DiscountEntry>(() => entryOf(present))
  const [wrong, setWrong] = useState<string | null>(null)
  const without = discountEffect(discountChange(on, null)(cart), on, taxRateBps)
  const read = readDiscount(entry, without.beforeCents)
  const given = 'problem' in read ? null : read
  const hasConsignorGoods = cart.lines.some(({ id, consignorId }) => consignorId !== null && (on.lineId === null || id === on.lineId))
  const put = (more: Partial<DiscountEntry>) => {
    setWrong(null)
    setEntry((before) => ({ ...before, ...more }))
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (given) onSet(given)
    else if ('problem' in read) focusFirstWrong(form.current, () => setWrong(read.problem))
  }
  return (
    <form ref={form} className={classes.form} onSubmit={apply} noValidate>
      <Stack>
        <ValueFields entry={entry} wrong={wrong} put={put} />
        {hasConsignorGoods && (
          <ChoiceField label="Who pays for it" value={entry.bearer} choices={PAYERS} onChange={(bearer) => put({ bearer })} />
        )}
        <TextInput
          size="md"
          label="Reason (optional)"
          description={hasConsignorGoods ? 'The receipt shows it, and the consignor reads it.' : 'The receipt shows it.'}
          placeholder="Damaged"
          autoComplete="off"
          maxLength={100}
          value={entry.reason}
          onChange={(event) => put({ reason: event.currentTarget.value })}
        />
        <Effect
          isWhole={on.lineId === null}
          before={without}
          after={given && discountEffect(discountChange(on, given)(cart), on, taxRateBps)}
          hasConsignorGoods={hasConsignorGoods}
        />
        {present && (
          <Button variant="light" color="red" onClick={() => onSet(null)}>
            Remove discount
          </Button>
        )}
      </Stack>
      <FormFoot problem={null} onClear={() => undefined} onCancel={onClose} busy={false} label="Apply" />
    </form>
  )
}

type ValueProps = {
  readonly entry: DiscountEntry
  readonly wrong: string | null
  readonly put: (more: Partial<DiscountEntry>) => void
}

function ValueFields({ entry, wrong, put }: ValueProps) {
  const isPercent = entry.kind === 'percent'
  return (
    <>
      <Kinds group="till-discount" label="Kind of discount" kinds={KINDS} value={entry.kind} onChange={(kind) => put({ kind })} />
      <TextInput
        size="lg"
        label={isPercent ? 'Percent off' : 'Amount off'}
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        {...(isPercent ? { rightSection: '%' } : { leftSection: '$' })}
        value={entry.text}
        error={wrong}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => put({ text: event.currentTarget.value })}
      />
    </>
  )
}

type EffectProps = {
  readonly isWhole: boolean
  readonly before: DiscountEffect
  readonly after: DiscountEffect | null
  readonly hasConsignorGoods: boolean
}

/** Shows at once what the discount comes to. */
function Effect({ isWhole, before, after, hasConsignorGoods }: EffectProps) {
  return (
    <div role="status">
      <dl className={classes.effect}>
        <dt>The customer pays</dt>
        <dd>
          {after && <s>{formatCents(before.beforeCents)}</s>}
          <strong>{formatCents((after ?? before).afterCents)}</strong>
        </dd>
        {hasConsignorGoods && (
          <>
            <dt>{isWhole ? 'The consignors get' : 'The consignor gets'}</dt>
            <dd>
              {after && after.payoutCents !== before.payoutCents && <s>{formatCents(before.payoutCents)}</s>}
              <strong>{formatCents((after ?? before).payoutCents)}</strong>
            </dd>
          </>
        )}
      </dl>
      {after && after.lossCents > 0 && (
        <p className={classes.loss}>
          {isWhole ? 'On some goods the shop' : 'The shop'} pays {formatCents(after.lossCents)} more to the consignor than it gets.
        </p>
      )}
    </div>
  )
}
