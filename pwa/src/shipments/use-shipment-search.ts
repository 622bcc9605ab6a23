import { searchKey } from '@shop/shared/kernel/text.ts'
import { boxCode, isFinished, shownShipmentId } from '@shop/shared/shipments/rules/status.ts'
import { plainTrackingNumber } from '@shop/shared/shipments/rules/tracking.ts'
import type { Shipment } from '@shop/shared/shipments/schema.ts'
import { useCallback, useMemo, useState } from 'react'

/** Shipments that match a text, latest first; finished ones only on request or after `keep`. `hidden` counts the matches that are left out. */
export function useShipmentSearch(all: readonly Shipment[], nameOfOwner: (uid: string) => string) {
  const [isShowingAll, setShowingAll] = useState(false)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [text, setText] = useState('')
  const wanted = searchKey(text)
  const { rows, hidden } = useMemo(() => {
    const found = all.filter((shipment) => matches(shipment, nameOfOwner(shipment.uid), wanted))
    const shown = isShowingAll ? found : found.filter((shipment) => !isFinished(shipment) || kept.has(shipment.id))
    return { rows: shown.sort((a, b) => b.submittedAtMs - a.submittedAtMs), hidden: found.length - shown.length }
  }, [all, isShowingAll, kept, wanted, nameOfOwner])
  /** Keeps a shipment in the list until the screen is left, also when it is finished. */
  const keep = useCallback((id: string) => setKept((before) => new Set(before).add(id)), [])
  return { rows, hidden, keep, text, setText, isSearching: wanted !== '', isShowingAll, setShowingAll }
}

export type ShipmentSearch = ReturnType<typeof useShipmentSearch>

function matches(shipment: Shipment, owner: string, wanted: string): boolean {
  if (wanted === '') return true
  const number = searchKey(plainTrackingNumber(shipment.trackingNumber))
  return (
    [owner, shipment.carrier, shipment.trackingNumber, shownShipmentId(shipment.uid)].some((part) => searchKey(part).includes(wanted)) ||
    (number !== '' && number.includes(searchKey(plainTrackingNumber(wanted)))) ||
    searchKey(boxCode(shipment.id)) === wanted
  )
}
