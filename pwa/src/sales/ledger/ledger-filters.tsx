import { Button, NativeSelect, Select, TextInput } from '@mantine/core'
import { users } from '@shop/shared/accounts/schema.ts'
import { balances, ledgerAccountSchema } from '@shop/shared/sales/schema.ts'
import { useMemo } from 'react'
import { useLive } from '../../sync/api.ts'
import { listNameOf } from '../../ui/use-names.ts'
import classes from './ledger.module.css'
import type { useLedgerFilter } from './ledger-filter.ts'
import { ACCOUNT_WORDS, KIND_WORDS } from './ledger-words.ts'

/** Limit of people in the list; typing narrows it. */
const SHOWN_PEOPLE = 60

/** Everybody who has a balance, sorted by name. */
function usePeople() {
  const people = useLive((view) => view.all(balances).map(({ id }) => ({ id, user: view.get(users, id) })), [])
  return useMemo(
    () => people.map(({ id, user }) => ({ value: id, label: user ? listNameOf(user) : id })).sort((a, b) => a.label.localeCompare(b.label)),
    [people],
  )
}

export function LedgerFilters({ filter, isFiltered, change, clear }: ReturnType<typeof useLedgerFilter>) {
  const people = usePeople()
  const { uid = '', account = '', kind = '', source, from = '', to = '' } = filter
  const known = uid === '' || people.some(({ value }) => value === uid) ? people : [{ value: uid, label: uid }, ...people]
  const isUpsideDown = from !== '' && to !== '' && from > to
  return (
    <div className={classes.filters}>
      <Select
        label="Consignor"
        placeholder="Everybody"
        data={known}
        value={uid === '' ? null : uid}
        onChange={(value) => change({ uid: value })}
        searchable
        clearable
        limit={SHOWN_PEOPLE}
        nothingFoundMessage="Nobody with this name has a posting"
        clearButtonProps={{ 'aria-label': 'Everybody' }}
      />
      <NativeSelect
        label="Account"
        data={[
          { value: '', label: 'All accounts' },
          ...ledgerAccountSchema.options.map((value) => ({ value, label: ACCOUNT_WORDS[value] })),
        ]}
        value={account}
        onChange={(event) => change({ account: event.currentTarget.value })}
      />
      <NativeSelect
        label="Kind"
        data={[{ value: '', label: 'All kinds' }, ...Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }))]}
        value={kind}
        onChange={(event) => change({ kind: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="From"
        value={from}
        max={to || undefined}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={to}
        min={from || undefined}
        error={isUpsideDown ? 'Before the first day' : undefined}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          Clear filter
        </Button>
      )}
      {source !== undefined && <p className={classes.note}>Only the postings of one sale, payout, trade or person.</p>}
    </div>
  )
}
