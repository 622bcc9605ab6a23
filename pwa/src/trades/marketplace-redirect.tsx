import { Redirect, usePlace } from '../ui/router.tsx'

/** `/my-offers` and `/my-trades` lead to their tab of the marketplace. */
export default function MarketplaceRedirect() {
  const { pathname } = usePlace()
  return <Redirect to={`/marketplace?tab=${pathname.startsWith('/my-trades') ? 'trades' : 'offers'}`} />
}
