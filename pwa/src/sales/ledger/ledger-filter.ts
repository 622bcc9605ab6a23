import { type LedgerFilter, listPostingsCall } from '@shop/shared/sales/ledger-calls.ts'
import { useMemo } from 'react'
import { navigate, useQuery } from '../../ui/router.tsx'

const FIELDS = ['uid', 'account', 'kind', 'source', 'from', 'to'] as const

/** The filter in an address, without invalid fields. */
export function filterOf(query: URLSearchParams): LedgerFilter {
  const filter: Record<string, string> = {}
  for (const field of FIELDS) {
    const value = query.get(field)
    if (value === null || value === '') continue
    const isGood = listPostingsCall.query?.safeParse({ [field]: value }).success
    if (isGood) filter[field] = value
  }
  return filter as LedgerFilter
}

export function ledgerPath(filter: LedgerFilter): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== undefined && value !== '') as [string, string][])
  return query.size === 0 ? '/ledger' : `/ledger?${query}`
}

/** The filter lives in the address, so that it can be linked to and survives Back. */
export function useLedgerFilter() {
  const query = useQuery()
  const filter = useMemo(() => filterOf(query), [query])
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    change: (changes: Partial<Record<(typeof FIELDS)[number], string | null>>) =>
      navigate(
        ledgerPath(Object.fromEntries(Object.entries({ ...filter, ...changes }).map(([field, value]) => [field, value ?? undefined]))),
        {
          replace: true,
        },
      ),
    clear: () => navigate('/ledger', { replace: true }),
  }
}
