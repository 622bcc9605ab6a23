import { LEDGER_PAGE_POSTINGS, listPostings } from '@shop/shared/sales/ledger-calls.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { findPlaces, type Place } from '../ledger-pages.ts'
import { shopTimeZone, wantedOf } from '../ledger-period.ts'
import { readPostings } from '../postings.ts'

/** GET /sales/ledger. */
export const listPostingsCall = implementCall(listPostings, async ({ query: { after, ...filter }, platform }) => {
  const wanted = wantedOf(filter, await shopTimeZone(platform))
  return platform.transaction(
    async (tx) => {
      // one more than is shown says whether there are more
      const reach = { latestFirst: true, after: after === undefined ? null : placeOf(after), limit: LEDGER_PAGE_POSTINGS + 1 }
      const found = await findPlaces(tx, wanted, reach)
      const shown = found.slice(0, LEDGER_PAGE_POSTINGS)
      const last = shown.at(-1)
      return {
        postings: await readPostings(tx, shown),
        next: last && found.length > shown.length ? `${last.atMs}_${last.postingId}` : null,
      }
    },
    { access: 'read only' },
  )
})

function placeOf(after: string): Place {
  const cut = after.indexOf('_')
  return { atMs: Number(after.slice(0, cut)), postingId: after.slice(cut + 1) }
}
