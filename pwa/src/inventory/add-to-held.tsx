import { Checkbox } from '@mantine/core'
import { itemsOnShelf } from '@shop/shared/inventory/rules/held-item.ts'
import { type Item, items, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { useMemo, useState } from 'react'
import { useLive } from '../sync/api.ts'
import { counted } from '../ui/counted.ts'

/** Finds the items that a consignor already has at a place, by barcode, and asks whether new pieces are added to them. */
export function useHeldItems(consignorId: string | null, location: string) {
  const own = useLive((view) => (consignorId === null ? [] : view.where(items, 'consignorId', consignorId)), [consignorId])
  const [isWanted, setWanted] = useState(true)
  const place = location.trim()
  const heldBy = useMemo(() => itemsOnShelf(own, { consignorId: consignorId ?? '', location: place }), [own, consignorId, place])
  return {
    heldBy,
    /** The argument of a command that adds pieces of a barcode to its item, if that is wanted. */
    addTo: (barcode: string): { readonly addToItemId?: string } => {
      const held = isWanted ? heldBy(barcode) : undefined
      return held ? { addToItemId: held.id } : {}
    },
    isWanted,
    setWanted,
  }
}

type Props = {
  /** The items that would get the pieces. */
  readonly held: readonly Item[]
  readonly isWanted: boolean
  readonly onChange: (isWanted: boolean) => void
}

/** Offers to add pieces to items that the consignor has. Shows nothing where there are none. */
export function AddToHeldField({ held, isWanted, onChange }: Props) {
  const [first] = held
  if (!first) return null
  const one = `the ${counted(shownQuantity(first), 'piece')} that they already have here`
  return (
    <Checkbox
      label={held.length === 1 ? `Add to ${one}` : `Add to the ${counted(held.length, 'item')} that they already have here`}
      description="Without the tick they become items of their own."
      checked={isWanted}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
