import { SegmentedControl } from '@mantine/core'
import { pendingCount } from '@shop/shared/trades/rules/pending.ts'
import { offers, trades } from '@shop/shared/trades/schema.ts'
import { useCallback, useMemo, useState } from 'react'
import { useLive, useSession, useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { Page } from '../ui/page.tsx'
import { navigate, useQuery } from '../ui/router.tsx'
import { BrowseTab } from './browse/browse-tab.tsx'
import { OffersTab } from './offers/offers-tab.tsx'
import classes from './trades.module.css'
import { TradesTab } from './trades-tab/trades-tab.tsx'
import { useNow } from './use-now.ts'
import { OFFERS_SYNC_MS, useRegularSync } from './use-regular-sync.ts'

const TABS = ['browse', 'offers', 'trades'] as const
type Tab = (typeof TABS)[number]

/** Time that the message of a request stays. It names the trade's id, so it stays longer than other messages of success. */
export const REQUESTED_MS = 5_000

/** `/marketplace`: goods of others, open offers, and the resulting trades. */
export default function MarketplaceScreen() {
  const { user } = useSession()
  return user ? <Marketplace uid={user.uid} /> : null
}

function Marketplace({ uid }: { readonly uid: string }) {
  const query = useQuery()
  const tab: Tab = TABS.find((one) => one === query.get('tab')) ?? 'browse'
  const asked = useLive((view) => view.where(trades, 'buyerUid', uid), [uid])
  const got = useLive((view) => view.where(offers, 'sellerUid', uid), [uid])
  const now = useNow()
  const waiting = useMemo(() => pendingCount(asked, got, now), [asked, got, now])
  const { online, listening } = useSyncStatus()
  // while no pokes can arrive, the shell already syncs
  useRegularSync(OFFERS_SYNC_MS, tab !== 'browse' && listening)
  const { props: banner, show: showMessage } = useBanner()
  const [isLong, setLong] = useState(false)
  const show = useCallback(
    (text: string, lasts: 'usual' | 'long' = 'usual') => {
      setLong(lasts === 'long')
      showMessage(text)
    },
    [showMessage],
  )
  return (
    <Page title="Marketplace" subtitle="Trade with others through the shop. Nobody sees who the other is.">
      <Banner {...banner} {...(isLong ? { clearAfterMs: REQUESTED_MS } : {})} />
      <SegmentedControl
        className={classes.tabs ?? ''}
        aria-label="Part of the marketplace"
        value={tab}
        onChange={(next) => navigate(next === 'browse' ? '/marketplace' : `/marketplace?tab=${next}`)}
        data={[
          { value: 'browse', label: 'Browse Items' },
          { value: 'offers', label: waiting > 0 ? `My Offers (${waiting})` : 'My Offers' },
          { value: 'trades', label: 'My Trades' },
        ]}
      />
      {!online && tab !== 'browse' && (
        <p className={classes.offline} role="status">
          You are offline. This is what was known at the last sync; answering needs a connection.
        </p>
      )}
      {tab === 'browse' && <BrowseTab uid={uid} onMessage={show} />}
      {tab === 'offers' && <OffersTab asked={asked} got={got} now={now} onMessage={show} />}
      {tab === 'trades' && <TradesTab asked={asked} got={got} now={now} onMessage={show} />}
    </Page>
  )
}
