import { Button, TextInput } from '@mantine/core'
import type { User } from '@shop/shared/accounts/schema.ts'
import { itemMatches } from '@shop/shared/inventory/rules/item-search.ts'
import { items, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { IconPackages, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLive } from '../../sync/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ItemPicture } from '../../ui/item-picture.tsx'
import classes from './administration.module.css'

const PAGE = 100

/** One person's items, those in stock first. */
export function InventoryList({ user }: { readonly user: User }) {
  const own = useLive((view) => view.where(items, 'consignorId', user.id), [user.id])
  const [text, setText] = useState('')
  const [shown, setShown] = useState(PAGE)
  const sorted = useMemo(
    () =>
      [...own].sort(
        (a, b) =>
          Number(shownQuantity(b) > 0) - Number(shownQuantity(a) > 0) || a.itemName.localeCompare(b.itemName) || (a.id < b.id ? -1 : 1),
      ),
    [own],
  )
  const found = useMemo(() => (searchKey(text) === '' ? sorted : sorted.filter((item) => itemMatches(item, text))), [sorted, text])
  if (own.length === 0)
    return <EmptyState icon={<IconPackages />} title="No items" hint="Items given to this person in Inventory appear here." />
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search items"
        placeholder="Name, barcode, location"
        leftSection={<IconSearch size="1.25rem" aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setShown(PAGE)
        }}
      />
      {found.length === 0 && <EmptyState icon={<IconSearchOff />} title="No items found" />}
      <ul className={classes.list} aria-label="Items">
        {found.slice(0, shown).map((item) => (
          <li key={item.id} className={classes.row}>
            <ItemPicture imageUrl={item.imageUrl} size="sm" />
            <span className={classes.main}>
              <bdi className={classes.name}>{item.itemName}</bdi>
              <span className={classes.note}>
                <bdi>{[item.barcode1, item.location].filter((part) => part !== '').join(' · ')}</bdi>
              </span>
            </span>
            <span className={classes.amount}>
              {shownQuantity(item)} <span className={classes.note}>in stock</span>
            </span>
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <Button variant="default" fullWidth mt="sm" onClick={() => setShown((count) => count + PAGE)}>
          Load More
        </Button>
      )}
    </>
  )
}
