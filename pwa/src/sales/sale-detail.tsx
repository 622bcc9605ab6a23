import { Button, Group, Stack, Text } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { cents, formatCents, percentOf } from '@shop/shared/kernel/money.ts'
import { unturned } from '@shop/shared/kernel/text.ts'
import { voidRecordedArgs, voidRecordedSale } from '@shop/shared/sales/commands/void-recorded-sale.ts'
import type { Reduction } from '@shop/shared/sales/reduction-schema.ts'
import { reducedCentsOf } from '@shop/shared/sales/rules/reductions.ts'
import { asBooked, paysAbovePrice, type Sale } from '@shop/shared/sales/schema.ts'
import { Fragment, useState } from 'react'
import { useLive, useRunCommand } from '../sync/api.ts'
import { counted } from '../ui/counted.ts'
import { MoneyText } from '../ui/money-text.tsx'
import { ReductionName } from '../ui/reduction-name.tsx'
import { useMoments } from '../ui/use-moments.ts'
import { VoidSale } from '../ui/void-sale.tsx'
import { EditSaleForm } from './edit-sale-form.tsx'
import classes from './history.module.css'

type Props = {
  readonly sale: Sale
  readonly canEdit: boolean
  /** True for an admin, who may undo a sale that was not rung up at the till. */
  readonly canUndo: boolean
  /** True to show the edit form first. */
  readonly startsEditing?: boolean
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

/** Traces a sale from its price to the consignor's share, cent by cent. An admin can edit the record. */
export function SaleDetail({ sale, canEdit, canUndo, startsEditing = false, onClose, onDone }: Props) {
  const [isEditing, setEditing] = useState(startsEditing)
  const { moment } = useMoments()
  if (isEditing) return <EditSaleForm sale={sale} onClose={() => setEditing(false)} onDone={onDone} />
  return (
    <Stack>
      <Text fw="bold" style={{ overflowWrap: 'anywhere' }}>
        {sale.itemName}
      </Text>
      <Text c="dimmed">
        {moment(sale.soldAtMs)}
        {sale.soldQuantity > 1 && `, ${counted(sale.soldQuantity, 'piece')}`}
      </Text>
      <Trace sale={sale} />
      {sale.voidedAtMs !== null && <Text c="var(--shop-bad)">Undone on {moment(sale.voidedAtMs)}: nothing is owed for it.</Text>}
      {sale.voidedAtMs === null && <Returns sale={sale} />}
      <Edited sale={sale} />
      {canUndo && sale.kind !== 'pos' && sale.voidedAtMs === null && <UndoSale sale={sale} onDone={onDone} />}
      <Group justify="flex-end">
        {canEdit && (
          <Button variant="default" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  )
}

type UndoProps = { readonly sale: Sale; readonly onDone: (message: string) => void }

function UndoSale({ sale, onDone }: UndoProps) {
  const run = useRunCommand()
  const { payoutCents } = asBooked(sale)
  const isClosed = useLive((view) => (view.get(users, sale.consignorId ?? '')?.closedAtMs ?? null) !== null, [sale])
  // a deleted item has no stock that could take the pieces back
  const hasGoods = useLive((view) => view.get(items, sale.itemId ?? '') !== undefined, [sale.itemId])
  const bearer = isClosed ? ': the account is closed, so the shop bears what its balance lacks' : ''
  const share = payoutCents === 0 ? '' : `The consignor’s share of ${formatCents(payoutCents)} is taken back${bearer}. `
  return (
    <VoidSale
      opener="Undo this sale…"
      label="Undo the sale"
      question={`Undo this sale of ${unturned(sale.itemName)}?`}
      effect={`${share}The sale stays in the history, marked void.`}
      hasGoods={hasGoods}
      onVoid={async ({ reason, goods }, id) => {
        await run(voidRecordedSale, voidRecordedArgs(sale, reason, goods), { id })
        onDone('The sale is undone.')
      }}
    />
  )
}

function Trace({ sale }: { readonly sale: Sale }) {
  const { kind, consignorId, salePriceCents, shippingCostCents, taxCents, payoutCents, consignorPercentage } = sale
  const shared = cents(salePriceCents - shippingCostCents - taxCents)
  // an edited record need not add up
  const isSplit = payoutCents === percentOf(shared, consignorPercentage)
  if (kind === 'master') return <Text>The price of this sale was not recorded.</Text>
  return (
    <>
      <dl className={classes.trace}>
        <Reductions sale={sale} />
        <dt>Sale price</dt>
        <dd>
          <MoneyText cents={salePriceCents} />
        </dd>
        {shippingCostCents !== 0 && (
          <>
            <dt>Shipping</dt>
            <dd>
              <MoneyText cents={cents(-shippingCostCents)} />
            </dd>
          </>
        )}
        {taxCents !== 0 && (
          <>
            <dt>Sales tax in the price</dt>
            <dd>
              <MoneyText cents={cents(-taxCents)} />
            </dd>
          </>
        )}
        {consignorId === null ? (
          <>
            <dt className={classes.result}>For the shop, as the goods were its own</dt>
            <dd className={classes.result}>
              <MoneyText cents={shared} />
            </dd>
          </>
        ) : (
          <>
            <dt>To be shared</dt>
            <dd>
              <MoneyText cents={shared} />
            </dd>
            <dt className={classes.result}>{isSplit ? `Consignor’s share, ${consignorPercentage}%` : 'Consignor’s share'}</dt>
            <dd className={classes.result}>
              <MoneyText cents={payoutCents} look="in" />
            </dd>
          </>
        )}
      </dl>
      {consignorId !== null && <Bearers sale={sale} />}
    </>
  )
}

/** The price before the discounts, and what each took off. An edited price does not follow from them. */
function Reductions({ sale: { reductions, booked, salePriceCents } }: { readonly sale: Sale }) {
  if (!reductions?.length || (booked && booked.salePriceCents !== salePriceCents)) return null
  return (
    <>
      <dt>Price before discounts</dt>
      <dd>
        <MoneyText cents={cents(salePriceCents + reducedCentsOf(reductions))} />
      </dd>
      {reductions.map((reduction) => (
        <Fragment key={reduction.scope}>
          <dt>
            <ReductionName reduction={reduction} />
          </dt>
          <dd>
            <MoneyText cents={cents(-reduction.reducedCents)} />
          </dd>
        </Fragment>
      ))}
    </>
  )
}

/** Says why the share is not the percentage of the price, when one side alone paid for a discount. */
function Bearers({ sale: { reductions, booked, payoutCents } }: { readonly sale: Sale }) {
  if (booked && booked.payoutCents !== payoutCents) return null
  const isBorneBy = (bearer: Reduction['bearer']) => reductions?.some((reduction) => reduction.bearer === bearer)
  return (
    <>
      {isBorneBy('shop') && <Text size="sm">The shop paid for a discount: it does not lower the consignor’s share.</Text>}
      {isBorneBy('consignor') && (
        <Text size="sm">The consignor paid for a discount: it comes out of the consignor’s share, as far as that reaches.</Text>
      )}
    </>
  )
}

/** Says what came back, when and why, and what it took from the consignor's share. */
function Returns({ sale: { refunded } }: { readonly sale: Sale }) {
  const { moment } = useMoments()
  return refunded?.returns.map(({ atMs, quantity, totalCents, payoutCents, reason }) => (
    <Text key={atMs}>
      {quantity === 0 ? 'Money off' : `${counted(quantity, 'piece')} returned`} on {moment(atMs)}: <MoneyText cents={totalCents} /> given
      back
      {payoutCents > 0 && (
        <>
          ; the consignor’s share falls by <MoneyText cents={payoutCents} />
        </>
      )}
      {reason !== '' && (
        <>
          . <bdi>{reason}</bdi>
        </>
      )}
    </Text>
  ))
}

/** Says that the record was edited, and how the sale was booked: an edit changes only the record. */
function Edited({ sale }: { readonly sale: Sale }) {
  const { moment } = useMoments()
  const editor = useLive((view) => (sale.editedByUid ? view.get(users, sale.editedByUid) : undefined), [sale.editedByUid])
  if (sale.editedAtMs === null) return null
  const booked = asBooked(sale)
  const differs = (field: keyof Sale) => booked[field] !== sale[field]
  const hasOtherNumbers = (['soldQuantity', 'salePriceCents', 'shippingCostCents', 'payoutCents'] as const).some(differs)
  return (
    <>
      <Text size="sm" c="dimmed">
        Edited on {moment(sale.editedAtMs)}
        {editor && (
          <>
            {' by '}
            <bdi>{nameOf(editor)}</bdi>
          </>
        )}
        {differs('payoutCents') && (
          <>
            . <MoneyText cents={booked.payoutCents} /> was credited: the edit did not change the balance
          </>
        )}
        .
      </Text>
      {paysAbovePrice(sale) && <Text size="sm">The payout is above the sale price.</Text>}
      {hasOtherNumbers && (
        <section aria-label="As it was booked">
          <Text size="sm" fw="bold" mb="xs">
            As it was booked{differs('soldQuantity') && `, ${booked.soldQuantity} sold`}
          </Text>
          <Trace sale={booked} />
        </section>
      )}
    </>
  )
}
