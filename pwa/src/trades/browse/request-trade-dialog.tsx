import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { Address } from '@shop/shared/accounts/schema.ts'
import { type Cents, formatCents } from '@shop/shared/kernel/money.ts'
import type { MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'
import { shippingOf } from '@shop/shared/trades/rules/money.ts'
import { ADDRESS_MISSING } from '@shop/shared/trades/rules/trade-form.ts'
import { balanceMissing } from '@shop/shared/trades/rules/working-trade.ts'
import { grouped } from '../../ui/counted.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { Link } from '../../ui/router.tsx'
import { Amounts, TradeForm } from '../trade-form.tsx'
import { percentOf } from '../trade-words.tsx'
import classes from '../trades.module.css'
import type { RequestTerms, summaryOf } from './request-values.ts'
import { useTradeRequest } from './use-trade-request.ts'

type Props = {
  readonly uid: string
  readonly item: MarketplaceItem
  /** Category and conditions; '' for none. */
  readonly about: string
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

/** Request Trade: asks for a quantity at a price, and shows the total. */
export function RequestTradeDialog(props: Props) {
  return (
    <FormModal title="Request Trade" onClose={props.onClose} size="md">
      <RequestTradeForm {...props} />
    </FormModal>
  )
}

function RequestTradeForm({ uid, item, about, onClose, onDone }: Props) {
  const { values, errors, change, summary, address, availableCents, terms, onSubmit, form } = useTradeRequest(uid, item, onDone)
  const isShort = summary !== undefined && summary.totalCents > availableCents
  return (
    <TradeForm
      {...form}
      onSubmit={onSubmit}
      onClose={onClose}
      button="Submit Trade Request"
      offline="A trade can be requested when there is a connection."
      isBlocked={!address}
    >
      <TextInput label="Item Name" description={about} value={item.itemName} readOnly />
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
      <TradeSummary summary={summary} shippingCents={shippingOf(values.providesOwnShipping, terms.tradeShippingCents)} {...terms} />
      <Text size="sm" c="dimmed">
        Your total is held of your balance ({formatCents(availableCents)} available) until the trade is shipped, declined, cancelled or
        expires.
      </Text>
      {isShort && <p className={classes.warn}>{balanceMissing(summary.totalCents, availableCents)}</p>}
    </TradeForm>
  )
}

type SummaryProps = Pick<RequestTerms, 'commissionBps' | 'commissionPaidBy'> & {
  /** Undefined while the form is incomplete. */
  readonly summary: ReturnType<typeof summaryOf>
  readonly shippingCents: Cents
}

/** Cost of the request. Shipping shows even while the form is incomplete, since it depends on neither quantity nor price. */
function TradeSummary({ summary, shippingCents, commissionBps, commissionPaidBy }: SummaryProps) {
  const isSellers = commissionPaidBy === 'seller'
  const shown = (cents: Cents | undefined, sign = '') => (cents === undefined ? '–' : `${sign}${formatCents(cents)}`)
  return (
    <section className={classes.summary} aria-label="Trade Summary">
      <Amounts
        rows={[
          ['Item cost', shown(summary?.itemCostCents)],
          ['Shipping', formatCents(shippingCents)],
          [
            `Admin commission (${percentOf(commissionBps)})${isSellers ? ', deducted from the seller' : ''}`,
            shown(summary?.commissionCents, isSellers ? '−' : ''),
          ],
          ['Seller receives', shown(summary?.payoutCents)],
          ['Your total cost', shown(summary?.totalCents)],
        ]}
      />
    </section>
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
      <Text size="sm" fw="medium">
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
