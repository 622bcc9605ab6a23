import { downloadLabelCall } from '@shop/shared/trades/calls/trades.ts'
import type { Trade } from '@shop/shared/trades/schema.ts'
import { useCallback } from 'react'
import { useCall } from '../sync/api.ts'
import { downloadFile } from '../ui/download-file.ts'
import { shownTradeId } from './trade-words.tsx'

/** Hands the label of a trade to its buyer or an admin, as a file: what somebody uploaded is not shown within the app. Answers what is said of it. */
export function useLabelDownload() {
  const call = useCall()
  return useCallback(
    async (trade: Pick<Trade, 'id' | 'label'>) => {
      const file = (await call(downloadLabelCall, { params: { id: trade.id } })) as Blob
      downloadFile(`label-${shownTradeId(trade)}.${(trade.label?.name ?? '').split('.').at(-1)}`, file)
      return { message: 'The label was downloaded' }
    },
    [call],
  )
}
