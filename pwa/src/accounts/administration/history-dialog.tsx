import { Button } from '@mantine/core'
import type { User } from '@shop/shared/accounts/schema.ts'
import { type Sale, sales } from '@shop/shared/sales/schema.ts'
import { IconReceiptOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type CommandState, useLive } from '../../sync/api.ts'
import { CommandStateTag } from '../../ui/command-state-tag.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useRowStates } from '../../ui/use-row-states.ts'
import classes from './administration.module.css'

const PAGE = 100
const KINDS: Readonly<Record<Sale['kind'], string>> = { pos: 'POS', record: 'Marketplace', master: 'Master', custom: 'Custom' }

const saleIdsOf = (name: string, args: unknown): readonly string[] =>
  name === 'sales.custom' || name === 'sales.record' ? [String((args as { saleId?: unknown }).saleId)] : []

/** One person's sales, the latest first. */
export function HistoryList({ user }: { readonly user: User }) {
  const own = useLive((view) => view.where(sales, 'consignorId', user.id), [user.id])
  const sorted = useMemo(() => [...own].sort((a, b) => b.soldAtMs - a.soldAtMs || (a.id < b.id ? 1 : -1)), [own])
  const states = useRowStates(saleIdsOf)
  const [shown, setShown] = useState(PAGE)
  if (sorted.length === 0)
    return <EmptyState icon={<IconReceiptOff />} title="No sales yet" hint="Sales of this person’s goods appear here." />
  return (
    <>
      <ul className={classes.list} aria-label="Sales">
        {sorted.slice(0, shown).map((sale) => (
          <SaleRow key={sale.id} sale={sale} state={states.get(sale.id)} />
        ))}
      </ul>
      {sorted.length > shown && (
        <Button variant="default" fullWidth mt="sm" onClick={() => setShown((count) => count + PAGE)}>
          Load More
        </Button>
      )}
    </>
  )
}

function SaleRow({ sale, state }: { readonly sale: Sale; readonly state: CommandState | undefined }) {
  return (
    <li className={classes.row} data-void={sale.voidedAtMs !== null || undefined}>
      <span className={classes.main}>
        <bdi className={classes.name}>{sale.itemName}</bdi>
        <span className={classes.note}>
          <time dateTime={new Date(sale.soldAtMs).toISOString()}>
            {new Date(sale.soldAtMs).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
          {' · '}
          {KINDS[sale.kind]} · {sale.soldQuantity} sold for <MoneyText cents={sale.salePriceCents} />
        </span>
      </span>
      {sale.voidedAtMs !== null && <Tag tone="bad">Void</Tag>}
      {state && state !== 'synced' && <CommandStateTag state={state} />}
      <span className={classes.amount}>
        <span className="shop-visually-hidden">Consignor receives</span>
        <MoneyText cents={sale.payoutCents} look={sale.voidedAtMs === null ? 'in' : 'plain'} />
      </span>
    </li>
  )
}
