import { expect, it } from 'vitest'
import { CHECK_DEBOUNCE_MS } from '../accounts/profile/use-username-check.ts'
import { SHOWN_MS } from '../accounts/provider-callback-screen.tsx'
import { POLL_MS } from '../analytics/use-stats.ts'
import { PAUSE_MS } from '../inventory/backfill/use-backfill.ts'
import { SUGGESTION_DELAY_MS } from '../inventory/suggestions.ts'
import { TIMEOUT_MS } from '../inventory/use-picture-proposal.ts'
import { SENT_MS } from '../mail/email-tool-screen.tsx'
import { RESULTS_MAX, SEARCH_DEBOUNCE_MS } from '../pos/find/use-found-items.ts'
import { REQUESTED_MS } from '../trades/marketplace-screen.tsx'
import { OFFERS_SYNC_MS, ORDERS_SYNC_MS } from '../trades/use-regular-sync.ts'
import { SUCCESS_MS } from '../ui/banner.tsx'

/** The numbers are repeated here on purpose, so that nobody changes one by accident. */
it('the app keeps the agreed times and limits', () => {
  expect({ SEARCH_DEBOUNCE_MS, RESULTS_MAX, SUGGESTION_DELAY_MS, CHECK_DEBOUNCE_MS }).toEqual({
    SEARCH_DEBOUNCE_MS: 300,
    RESULTS_MAX: 50,
    SUGGESTION_DELAY_MS: 300,
    CHECK_DEBOUNCE_MS: 500,
  })
  expect({ OFFERS_SYNC_MS, ORDERS_SYNC_MS, POLL_MS, PAUSE_MS, TIMEOUT_MS }).toEqual({
    OFFERS_SYNC_MS: 5_000,
    ORDERS_SYNC_MS: 30_000,
    POLL_MS: 30_000,
    PAUSE_MS: 2_000,
    TIMEOUT_MS: 10_000,
  })
  expect({ SHOWN_MS, SENT_MS, REQUESTED_MS }).toEqual({ SHOWN_MS: 3_000, SENT_MS: 5_000, REQUESTED_MS: 5_000 })
  expect([SUCCESS_MS >= 2_000, SUCCESS_MS <= 3_000]).toEqual([true, true])
})
