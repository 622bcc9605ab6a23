import { useEffect } from 'react'
import { navigate, usePlace } from '../ui/router.tsx'

/** `/my-offers` and `/my-trades`: the tab of the marketplace (spec §2). */
export default function MarketplaceRedirect() {
  const { pathname } = usePlace()
  useEffect(() => navigate(`/marketplace?tab=${pathname.startsWith('/my-trades') ? 'trades' : 'offers'}`, { replace: true }), [pathname])
  return null
}
