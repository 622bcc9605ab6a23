import { type LedgerFilter, listPostingsCall, type Posting } from '@shop/shared/sales/ledger-calls.ts'
import { useCallback } from 'react'
import { useCall } from '../../sync/api.ts'
import { type ServerPage, useServerPages } from '../../ui/use-server-pages.ts'
import { ledgerPath } from './ledger-filter.ts'

type Page = ServerPage<Posting> & { readonly next: string | null }

const idOf = ({ id }: Posting) => id

export function usePostings(isOnline: boolean, filter: LedgerFilter) {
  const call = useCall()
  const readAfter = useCallback(
    async (before: readonly Page[]): Promise<Page> => {
      const { postings, next } = await call(listPostingsCall, { query: { ...filter, after: before.at(-1)?.next ?? undefined } })
      return { rows: postings, hasMore: next !== null, next }
    },
    [call, filter],
  )
  return useServerPages({ of: ledgerPath(filter), isOnline, readAfter, rowId: idOf })
}
