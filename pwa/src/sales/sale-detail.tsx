import { Button, Group, Stack, Text } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { cents } from '@shop/shared/kernel/money.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import { useState } from 'react'
import { useLive } from '../sync/api.ts'
import { MoneyText } from '../ui/money-text.tsx'
import { useMoments } from '../ui/use-moments.ts'
import { EditSaleForm } from './edit-sale-form.tsx'
import classes from './history.module.css'

type Props = {
  readonly sale: Sale
  readonly canEdit: boolean
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

/** How a sale became what its consignor is paid, cent by cent; for an admin, the way to edit its record. */
export function SaleDetail({ sale, canEdit, onClose, onDone }: Props) {
  const [isEditing, setEditing] = useState(false)
  const { moment } = useMoments()
  if (isEditing) return <EditSaleForm sale={sale} onClose={() => setEditing(false)} onDone={onDone} />
  return (
    <Stack>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {sale.itemName}
      </Text>
      <Text c="dimmed">
        {moment(sale.soldAtMs)}
        {sale.soldQuantity > 1 && `, ${sale.soldQuantity} pieces`}
      </Text>
      <Trace sale={sale} />
      {sale.voidedAtMs !== null && <Text c="var(--shop-bad)">Undone on {moment(sale.voidedAtMs)}: nothing is owed for it.</Text>}
      <Edited sale={sale} />
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

function Trace({ sale }: { readonly sale: Sale }) {
  const { salePriceCents, shippingCostCents, taxCents, payoutCents, consignorPercentage } = sale
  const shared = cents(salePriceCents - shippingCostCents - taxCents)
  return (
    <dl className={classes.trace}>
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
      <dt>To be shared</dt>
      <dd>
        <MoneyText cents={shared} />
      </dd>
      <dt className={classes.result}>Consignor’s share, {consignorPercentage}%</dt>
      <dd className={classes.result}>
        <MoneyText cents={payoutCents} look="in" />
      </dd>
    </dl>
  )
}

/** That the record was edited, and what stands in the books: an edit changes only the record (spec §6). */
function Edited({ sale }: { readonly sale: Sale }) {
  const { moment } = useMoments()
  const editor = useLive((view) => (sale.editedByUid ? view.get(users, sale.editedByUid) : undefined), [sale.editedByUid])
  if (sale.editedAtMs === null) return null
  return (
    <Text size="sm" c="dimmed">
      Edited on {moment(sale.editedAtMs)}
      {editor && ` by ${nameOf(editor)}`}
      {sale.booked && sale.booked.payoutCents !== sale.payoutCents && (
        <>
          . <MoneyText cents={sale.booked.payoutCents} /> was credited: the edit did not change the balance
        </>
      )}
      .
    </Text>
  )
}
