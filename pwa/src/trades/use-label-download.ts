import { downloadLabelCall } from '@shop/shared/trades/calls/trades.ts'
import type { Trade } from '@shop/shared/trades/schema.ts'
import { useCallback } from 'react'
import { useCall } from '../sync/api.ts'
import { downloadFile } from '../ui/download-file.ts'
import { shownTradeId } from './trade-words.tsx'

/** Downloads a trade's label for its buyer or an admin; the app never displays a label itself. Resolves to the message to show. */
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
