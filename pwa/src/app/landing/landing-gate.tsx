import { useEffect } from 'react'
import { Redirect } from '../../ui/router.tsx'
import { LoadingScreen } from '../guard.tsx'

/** True if this document was loaded as `/`, which means that the server has no landing page. */
const cameAsLanding = () => {
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && URL.canParse(entry.name) && new URL(entry.name).pathname === '/'
}

/** `/` inside the app. Leaves the app, because the landing page is a separate document (decision 0019). */
export default function LandingGate() {
  const isStuck = cameAsLanding()
  useEffect(() => {
    if (!isStuck) window.location.replace('/')
  }, [isStuck])
  return isStuck ? <Redirect to="/login" /> : <LoadingScreen />
}
