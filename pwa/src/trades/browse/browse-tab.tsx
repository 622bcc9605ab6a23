import { Button, CloseButton, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import type { Category } from '@shop/shared/inventory/category-schema.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import type { MarketplaceItem } from '@shop/shared/trades/calls/marketplace.ts'
import { IconBuildingStore, IconCloudOff, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useSyncStatus } from '../../sync/api.ts'
import { counted, grouped } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMoreButton } from '../../ui/server-list.tsx'
import { type AddressForm, textIn, useAddressState } from '../../ui/use-address-state.ts'
import { useCategories } from '../../ui/use-categories.ts'
import { useMoments } from '../../ui/use-moments.ts'
import classes from '../trades.module.css'
import { aboutGoods } from './about-goods.ts'
import { GoodsCard } from './goods-card.tsx'
import { RequestTradeDialog } from './request-trade-dialog.tsx'
import { type MarketplaceSearch, marketplaceKey, useMarketplace } from './use-marketplace.ts'

const SKELETONS = 8

const EMPTY_SEARCH: MarketplaceSearch = { text: '', categoryId: '' }

/** The search in the address: `/marketplace?q=lamp&category=…`. */
const SEARCH_ADDRESS: AddressForm<MarketplaceSearch> = {
  read: (query) => ({ text: textIn(query, 'q'), categoryId: idSchema.safeParse(query.get('category')).data ?? '' }),
  write: ({ text, categoryId }) => ({ q: text.trim(), category: categoryId }),
}

type Marketplace = ReturnType<typeof useMarketplace>
type Props = { readonly uid: string; readonly onMessage: (text: string, lasts?: 'usual' | 'long') => void }

/** Browse Items: other people's goods, for which this person can request a trade. */
export function BrowseTab({ uid, onMessage }: Props) {
  const { state: search, change } = useAddressState(SEARCH_ADDRESS)
  const [wanted, setWanted] = useState<MarketplaceItem | null>(null)
  const { online } = useSyncStatus()
  const { shown, isAll, keptPart, keptAtMs, problem, isLoading, refresh, more } = useMarketplace(search)
  const { list: categories, nameOf } = useCategories()
  const hasItems = shown !== null && shown.items.length > 0
  const isWaiting = online && problem === null && !hasItems && !shown?.isWhole
  return (
    <>
      <div className={classes.bar}>
        <SearchField text={search.text} onChange={(text) => change({ ...search, text }, 'typed')} />
        <CategoryFilter categories={categories} value={search.categoryId} onChange={(categoryId) => change({ ...search, categoryId })} />
        {shown && (shown.isWhole || isAll) && (
          <p className={classes.count} role="status">
            {counted(shown.total, 'item')} available
          </p>
        )}
      </div>
      {!online && <OfflineNote keptAtMs={keptAtMs} keptPart={keptPart} />}
      {problem !== null && online && <LoadProblem problem={problem} isLoading={isLoading} onRetry={() => void refresh()} />}
      {isWaiting && <Waiting />}
      {hasItems && (
        <ul className={classes.grid} aria-label="Items of others">
          {shown.items.map((item) => (
            <GoodsCard
              key={marketplaceKey(item)}
              item={item}
              about={aboutGoods(item, nameOf)}
              isOnline={online}
              onOffer={() => setWanted(item)}
            />
          ))}
        </ul>
      )}
      {shown?.isWhole && !hasItems && <Nothing isFiltered={!isAll} onClear={() => change(EMPTY_SEARCH)} />}
      {!online && !hasItems && !shown?.isWhole && <NothingKept keptPart={keptPart} />}
      {shown?.hasMore && (
        <div>
          <LoadMoreButton isLoading={isLoading} isOnline={online} onClick={more} />
        </div>
      )}
      {wanted && (
        <RequestTradeDialog
          uid={uid}
          item={wanted}
          about={aboutGoods(wanted, nameOf)}
          onClose={() => setWanted(null)}
          onDone={(message) => {
            setWanted(null)
            onMessage(message, 'long')
            void refresh()
          }}
        />
      )}
    </>
  )
}

function SearchField({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  return (
    <TextInput
      className={classes.search ?? ''}
      type="search"
      aria-label="Search items by name"
      placeholder="Search by item name"
      leftSection={<IconSearch size="1.25rem" aria-hidden="true" />}
      rightSection={text !== '' && <CloseButton aria-label="Clear the search" onClick={() => onChange('')} />}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type FilterProps = { readonly categories: readonly Category[]; readonly value: string; readonly onChange: (id: string) => void }

/** Nothing in a shop without categories. */
function CategoryFilter({ categories, value, onChange }: FilterProps) {
  if (categories.length === 0 && value === '') return null
  const isGone = value !== '' && !categories.some(({ id }) => id === value)
  return (
    <NativeSelect
      className={classes.category ?? ''}
      aria-label="Category"
      data={[
        { value: '', label: 'All categories' },
        ...(isGone ? [{ value, label: 'Deleted category' }] : []),
        ...categories.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function OfflineNote({ keptAtMs, keptPart }: Pick<Marketplace, 'keptAtMs' | 'keptPart'>) {
  const { moment } = useMoments()
  return (
    <p className={classes.offline} role="status">
      You are offline. {keptAtMs === null ? '' : `This is what was offered on ${moment(keptAtMs)}. `}
      {keptPart && `The first ${grouped(keptPart.count)} of ${grouped(keptPart.of)} items are on this device. `}
      Making an offer needs a connection.
    </p>
  )
}

type LoadProblemProps = { readonly problem: string; readonly isLoading: boolean; readonly onRetry: () => void }

function LoadProblem({ problem, isLoading, onRetry }: LoadProblemProps) {
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.problem}>Failed to load marketplace items: {problem}</p>
      <Button variant="default" loading={isLoading} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Empty state while offline: none of the stored items matches, or none is stored. */
function NothingKept({ keptPart }: Pick<Marketplace, 'keptPart'>) {
  return keptPart ? (
    <EmptyState
      icon={<IconSearchOff />}
      title="None of the items on this device"
      hint={`Searching all ${grouped(keptPart.of)} needs a connection.`}
    />
  ) : (
    <EmptyState
      icon={<IconCloudOff />}
      title="You are offline"
      hint="What others offer is read from the server. It stays readable here once it was opened with a connection."
    />
  )
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon={<IconSearchOff />}
      title="No items found"
      action={
        <Button variant="default" mt="xs" onClick={onClear}>
          Clear filter
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconBuildingStore />}
      title="Nobody else offers anything at present"
      hint="What other consignors have in stock appears here, without their names. Your own items are shown to the others in the same way."
    />
  )
}

function Waiting() {
  return (
    <div className={classes.grid} role="status" aria-label="Loading...">
      {Array.from({ length: SKELETONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <Skeleton key={index} height={280} radius="lg" />
      ))}
    </div>
  )
}
