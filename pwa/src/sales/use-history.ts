import { ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import type { DayRange } from '@shop/shared/kernel/shop-day.ts'
import { payouts } from '@shop/shared/payouts/schema.ts'
import { balances, sales } from '@shop/shared/sales/schema.ts'
import { shipments } from '@shop/shared/shipments/schema.ts'
import { useMemo, useState } from 'react'
import { useLive, useSyncStatus } from '../sync/api.ts'
import { useShopSettings } from '../ui/use-shop-settings.ts'
import { historyOf, otherChangesOf, totalsOf, within } from './history-entries.ts'

const ALL_TIME: DayRange = { from: '', to: '' }

/** A consignor's history within a period, and the figures that make its sums add up to the balance. */
export function useHistory(uid: string) {
  const ownSales = useLive((view) => view.where(sales, 'consignorId', uid), [uid])
  const ownPayouts = useLive((view) => view.where(payouts, 'uid', uid), [uid])
  const ownShipments = useLive((view) => view.where(shipments, 'uid', uid), [uid])
  const availableCents = useLive((view) => view.get(balances, uid)?.availableCents ?? ZERO_CENTS, [uid])
  const { lastSyncAtMs, phase } = useSyncStatus()
  const { timeZone } = useShopSettings()
  const [period, setPeriod] = useState<DayRange>(ALL_TIME)

  const all = useMemo(() => historyOf(ownSales, ownPayouts, ownShipments), [ownSales, ownPayouts, ownShipments])
  const inPeriod = useMemo(() => within(all, period, timeZone), [all, period, timeZone])
  const isAllTime = period.from === '' && period.to === ''
  // before the end of the first sync the balance may have arrived without its sales
  const isComplete = isAllTime && lastSyncAtMs !== null && phase !== 'starting'
  const otherCents = useMemo(
    () => (isComplete ? otherChangesOf(totalsOf(all), availableCents) : ZERO_CENTS),
    [all, availableCents, isComplete],
  )
  return {
    /** True when the history is empty for all time. */
    isEmpty: all.length === 0,
    period,
    setPeriod,
    isAllTime,
    showAllTime: () => setPeriod(ALL_TIME),
    inPeriod,
    otherCents,
    availableCents,
    saleOf: (id: string | null) => ownSales.find((sale) => sale.id === id),
  }
}

export type History = ReturnType<typeof useHistory>
