import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { type Cents, cents, sumCents } from '@shop/shared/kernel/money.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { IconScale } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLive } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column, Sorting } from '../../ui/data-table-columns.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import classes from './ledger.module.css'

type Owed = { readonly uid: string; readonly name: string; readonly availableCents: Cents; readonly heldCents: Cents }
const owedCents = ({ availableCents, heldCents }: Owed) => cents(availableCents + heldCents)

const COLUMNS: readonly Column<Owed>[] = [
  { key: 'name', header: 'Consignor', width: 'minmax(9rem, 2fr)', card: 'title', isSortable: true, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    key: 'available',
    header: 'Available',
    width: '10rem',
    align: 'end',
    isSortable: true,
    cell: (row) => <MoneyText cents={row.availableCents} />,
  },
  {
    key: 'held',
    header: 'Held',
    width: '10rem',
    align: 'end',
    isSortable: true,
    cell: (row) => <MoneyText cents={row.heldCents} />,
  },
  {
    key: 'owed',
    header: 'Owed',
    width: '10rem',
    align: 'end',
    card: 'aside',
    isSortable: true,
    cell: (row) => <MoneyText cents={owedCents(row)} look="strong" />,
  },
]

const ORDERS: Readonly<Record<string, (a: Owed, b: Owed) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name),
  available: (a, b) => a.availableCents - b.availableCents,
  held: (a, b) => a.heldCents - b.heldCents,
  owed: (a, b) => owedCents(a) - owedCents(b),
}

/** The shop's debt to each consignor, available and held. It reads this device's rows, so it works offline. */
export function BalanceList({ onOpen }: { readonly onOpen: (uid: string) => void }) {
  const all = useLive((view) => view.all(balances).map((balance) => ({ balance, user: view.get(users, balance.id) })), [])
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<Sorting>({ key: 'owed', descending: true })
  const rows = useMemo(() => {
    const wanted = searchKey(text)
    const found = all
      .map(({ balance: { id, availableCents, heldCents }, user }) => ({
        uid: id,
        name: user ? nameOf(user) : id,
        availableCents,
        heldCents,
      }))
      .filter(({ name }) => searchKey(name).includes(wanted))
      .sort(ORDERS[sorting.key])
    return sorting.descending ? found.reverse() : found
  }, [all, text, sorting])
  const sum = (of: (row: Owed) => Cents) => <MoneyText cents={sumCents(rows.map(of))} look="strong" />
  return (
    <>
      <SearchInput className={classes.search ?? ''} aria-label="Search consignors" placeholder="Consignor" value={text} onText={setText} />
      <p className={classes.note} aria-live="polite">
        {counted(rows.length, 'consignor')}: {sum((row) => row.availableCents)} available, {sum((row) => row.heldCents)} held,{' '}
        {sum(owedCents)} owed in all
      </p>
      <DataTable
        label="Balances"
        rows={rows}
        columns={COLUMNS}
        rowId={({ uid }) => uid}
        sorting={sorting}
        onSort={setSorting}
        onOpen={({ uid }) => onOpen(uid)}
        filter={searchKey(text) === '' ? null : { message: 'No consignors found', onClear: () => setText('') }}
        empty={<EmptyState icon={<IconScale />} title="No balances yet" hint="A consignor’s balance appears with the first sale." />}
      />
    </>
  )
}
