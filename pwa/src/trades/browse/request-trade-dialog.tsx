import { Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type Address, addresses } from '@shop/shared/accounts/schema.ts'
import { Refusal, refusal } from '@shop/shared/kernel/errors.ts'
import { formatCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { askForTrade, type MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'
import { tradeRefusals } from '@shop/shared/trades/errors.ts'
import { ADDRESS_MISSING } from '@shop/shared/trades/rules/trade-form.ts'
import { balanceMissing } from '@shop/shared/trades/rules/working-trade.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useCall, useLive, usePendingActions, useSyncStatus } from '../../sync/api.ts'
import { grouped } from '../../ui/counted.ts'
import { fieldsOf } from '../../ui/error-message.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Link } from '../../ui/router.tsx'
import { focusFirstWrong } from '../../ui/use-shop-form.ts'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { percentOf } from '../trade-words.tsx'
import classes from '../trades.module.css'
import { checkRequest, type RequestValues, summaryOf } from './request-values.ts'
import { useTradeId } from './use-trade-id.ts'

const MAYBE_TAKEN = 'What was sent before may have been taken already. Please close this window and look at My Offers before you ask again.'

type Props = {
  readonly uid: string
  readonly item: MarketplaceItem
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

/** Request Trade: how many, at which price, and what it comes to (spec §2). */
export function RequestTradeDialog({ uid, item, onClose, onDone }: Props) {
  return (
    <FormModal title="Request Trade" onClose={onClose} size="md">
      <RequestTradeForm uid={uid} item={item} onClose={onClose} onDone={onDone} />
    </FormModal>
  )
}

function RequestTradeForm({ uid, item, onClose, onDone }: Props) {
  const call = useCall()
  const { online } = useSyncStatus()
  const { syncNow } = usePendingActions()
  const address = useLive((view) => view.where(addresses, 'uid', uid).find(({ isDefault }) => isDefault), [uid])
  const availableCents = useLive((view) => view.get(balances, uid)?.availableCents ?? ZERO_CENTS, [uid])
  const { tradeShippingCents, commissionBps, commissionPaidBy } = useShopSettings()
  const [values, setValues] = useState<RequestValues>({ quantity: '1', price: '', providesOwnShipping: false })
  const [errors, setErrors] = useState<{ quantity?: string; price?: string }>({})
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ', 'Failed to create trade request')
  const tradeId = useTradeId()
  const form = useRef<HTMLFormElement>(null)

  const summary = summaryOf(values, { max: item.totalQuantity, tradeShippingCents, commissionBps, commissionPaidBy })

  const change = (next: Partial<RequestValues>) => {
    changed()
    setErrors({})
    setValues({ ...values, ...next })
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkRequest(values, item.totalQuantity)
    if (!checked.ok) {
      setErrors(checked.errors)
      return focusFirstWrong(form.current)
    }
    if (!address) return
    let message = ''
    const isDone = await submit(async () => {
      const { name, street, city, state, zip, country } = address
      try {
        const answer = await call(askForTrade, {
          body: {
            id: tradeId,
            itemName: item.itemName,
            itemBarcode: item.barcode1,
            quantity: checked.quantity,
            pricePerItem: checked.priceCents,
            totalCost: summary?.totalCents,
            shippingAddress: { name, street, city, state, zip, country },
            providesOwnShipping: values.providesOwnShipping,
            itemLink: item.link,
            imageUrl: item.imageUrl,
          },
        })
        message = answer.message
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.code === 'TRADE_EXISTS')
          throw refusal(tradeRefusals, 'TRADE_EXISTS', { message: MAYBE_TAKEN })
        const { quantity, pricePerItem, totalCost } = fieldsOf(thrown)
        // the terms changed meanwhile: with them the summary says what the next try holds
        if (totalCost) void syncNow()
        setErrors({ ...(quantity ? { quantity } : {}), ...(pricePerItem ? { price: pricePerItem } : {}) })
        if (quantity || pricePerItem) focusFirstWrong(form.current)
        throw thrown
      }
    })
    if (!isDone) return
    void syncNow()
    onDone(message)
  }
  const isShort = summary !== undefined && summary.totalCents > availableCents
  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate>
      <Stack>
        <TextInput label="Item Name" value={item.itemName} readOnly />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Quantity"
            withAsterisk
            inputMode="numeric"
            description={`${grouped(item.totalQuantity)} available`}
            value={values.quantity}
            error={errors.quantity}
            onChange={(event) => change({ quantity: event.currentTarget.value })}
          />
          <TextInput
            label="Price per Item"
            withAsterisk
            inputMode="decimal"
            leftSection="$"
            description="What you offer for each"
            data-autofocus
            value={values.price}
            error={errors.price}
            onChange={(event) => change({ price: event.currentTarget.value })}
          />
        </SimpleGrid>
        <ShipTo address={address} />
        <Checkbox
          label="I provide my own shipping label"
          description="Shipping is then $0.00. You upload the label under My Trades once the offer was accepted."
          checked={values.providesOwnShipping}
          onChange={(event) => change({ providesOwnShipping: event.currentTarget.checked })}
        />
        <section className={classes.summary} aria-label="Trade Summary">
          <dl className={classes.facts} aria-live="polite">
            <dt>Item cost</dt>
            <dd>{summary ? formatCents(summary.itemCostCents) : '–'}</dd>
            <dt>Shipping</dt>
            <dd>{formatCents(values.providesOwnShipping ? ZERO_CENTS : tradeShippingCents)}</dd>
            <dt>
              Admin commission ({percentOf(commissionBps)}){commissionPaidBy === 'seller' && ', deducted from the seller'}
            </dt>
            <dd>{summary ? `${commissionPaidBy === 'seller' ? '−' : ''}${formatCents(summary.commissionCents)}` : '–'}</dd>
            <dt>Seller receives</dt>
            <dd>{summary ? formatCents(summary.payoutCents) : '–'}</dd>
            <dt data-strong>Your total cost</dt>
            <dd data-strong>{summary ? formatCents(summary.totalCents) : '–'}</dd>
          </dl>
        </section>
        <Text size="sm" c="dimmed">
          Your total is held of your balance ({formatCents(availableCents)} available) until the trade is shipped, declined, cancelled or
          expires.
        </Text>
        {isShort && <p className={classes.warn}>{balanceMissing(summary.totalCents, availableCents)}</p>}
        <FormProblem text={problem} onClear={forget} />
        {!online && <Text c="dimmed">You are offline. A trade can be requested when there is a connection.</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!online || !address}>
            Submit Trade Request
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ShipTo({ address }: { readonly address: Address | undefined }) {
  if (!address)
    return (
      <div role="alert">
        <p className={classes.warn}>{ADDRESS_MISSING}</p>
        <Link className={classes.link ?? ''} to="/profile">
          Add an address in your profile
        </Link>
      </div>
    )
  return (
    <div>
      <Text size="sm" fw={550}>
        Shipping address
      </Text>
      <address className={classes.address}>
        <bdi>{address.name}</bdi>
        <br />
        <bdi>{address.street}</bdi>
        <br />
        <bdi>
          {address.city}, {address.state} {address.zip}, {address.country}
        </bdi>
      </address>
    </div>
  )
}
