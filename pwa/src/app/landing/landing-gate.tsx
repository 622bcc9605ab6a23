import { useEffect } from 'react'
import { Redirect } from '../../ui/router.tsx'
import { LoadingScreen } from '../guard.tsx'

/** Whether this very page was asked for as `/`: then there is no landing page to go to. */
const cameAsLanding = () => {
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && URL.canParse(entry.name) && new URL(entry.name).pathname === '/'
}

/** `/` within the app: the landing is a page of its own (decision 0019), so the app is left for it. */
export default function LandingGate() {
  const isStuck = cameAsLanding()
  useEffect(() => {
    if (!isStuck) window.location.replace('/')
  }, [isStuck])
  return isStuck ? <Redirect to="/login" /> : <LoadingScreen />
}
