import { Button } from '@mantine/core'
import type { DayRange } from '@shop/shared/kernel/shop-day.ts'
import { sales } from '@shop/shared/sales/schema.ts'
import { IconReceipt2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLive } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { DayRangeFields } from '../ui/day-range-fields.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Page } from '../ui/page.tsx'
import { Link } from '../ui/router.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { useMoments } from '../ui/use-moments.ts'
import { useNames } from '../ui/use-names.ts'
import { useRowStates } from '../ui/use-row-states.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import { useTitle } from '../ui/use-title.ts'
import classes from './history.module.css'
import { columnsOf, saleIdsOf } from './history-columns.tsx'
import { within } from './history-entries.ts'
import { recordedEntries } from './recorded-sales.ts'
import { SaleDetail } from './sale-detail.tsx'

const ALL_TIME: DayRange = { from: '', to: '' }

/** `/pos/sales/recorded`: every sale that no till rang up, the shop's own goods included. An admin edits or undoes a sale here. */
export default function RecordedSalesScreen() {
  useTitle('Recorded sales')
  const { isEmpty, filter, found } = useRecordedSales()
  const [openId, setOpenId] = useState<string | null>(null)
  const banner = useBanner()
  const open = useLive((view) => (openId === null ? undefined : view.get(sales, openId)), [openId])
  const { day } = useMoments()
  const states = useRowStates(saleIdsOf)
  const columns = useMemo(
    () => columnsOf(day, states).map((column) => (column.key === 'amount' ? { ...column, header: 'To consignor' } : column)),
    [day, states],
  )
  const { isLoading, failure } = useLoad('data', isEmpty)
  return (
    <Page
      title="Recorded sales"
      subtitle="Sales that were recorded by hand, not rung up at the till"
      actions={
        <Button component={Link} to="/pos/sales" variant="default">
          POS sales
        </Button>
      }
    >
      <Banner {...banner.props} />
      <Filters filter={filter} />
      <DataTable
        label="Recorded sales"
        rows={found}
        columns={columns}
        rowId={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        isLoading={isLoading}
        filter={filter.isOff ? null : { message: 'No recorded sale matches', onClear: filter.clear }}
        empty={
          failure ?? (
            <EmptyState icon={<IconReceipt2 />} title="No recorded sales" hint="Sales that you record in the inventory appear here." />
          )
        }
      />
      {open && (
        <FormModal title="Sale" onClose={() => setOpenId(null)} size="md">
          <SaleDetail
            sale={open}
            canEdit={open.consignorId !== null}
            canUndo
            onClose={() => setOpenId(null)}
            onDone={(message) => {
              setOpenId(null)
              banner.show(message)
            }}
          />
        </FormModal>
      )}
    </Page>
  )
}

/** The recorded sales that match a text and a period; at first all. */
function useRecordedSales() {
  const all = useLive((view) => view.all(sales).filter(({ kind }) => kind !== 'pos'), [])
  const nameOf = useNames()
  const { timeZone } = useShopSettings()
  const [text, setText] = useState('')
  const [period, setPeriod] = useState(ALL_TIME)
  const found = useMemo(() => {
    const ownerOf = (uid: string | null) => (uid === null ? 'Shop' : nameOf(uid))
    return within(recordedEntries(all, text, ownerOf), period, timeZone)
  }, [all, text, nameOf, period, timeZone])
  const clear = () => {
    setText('')
    setPeriod(ALL_TIME)
  }
  const isOff = text === '' && period.from === '' && period.to === ''
  return { isEmpty: all.length === 0, filter: { text, setText, period, setPeriod, isOff, clear }, found }
}

type Filter = ReturnType<typeof useRecordedSales>['filter']

const Filters = ({ filter: { text, setText, period, setPeriod, isOff, clear } }: { readonly filter: Filter }) => (
  <div className={classes.filters}>
    <SearchInput className={classes.search ?? ''} label="Search" placeholder="Item, barcode, consignor" value={text} onText={setText} />
    <DayRangeFields range={period} onChange={setPeriod} />
    {!isOff && (
      <Button variant="subtle" onClick={clear}>
        Show all
      </Button>
    )}
  </div>
)
