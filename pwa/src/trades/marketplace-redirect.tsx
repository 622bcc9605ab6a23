import { Redirect, usePlace } from '../ui/router.tsx'

/** `/my-offers` and `/my-trades`: the tab of the marketplace (spec §2). */
export default function MarketplaceRedirect() {
  const { pathname } = usePlace()
  return <Redirect to={`/marketplace?tab=${pathname.startsWith('/my-trades') ? 'trades' : 'offers'}`} />
}
