import { useEffect } from 'react'
import { Redirect } from '../../ui/router.tsx'
import { LoadingScreen } from '../guard.tsx'

/** True if this very document was requested as `/`: then the server has no landing page. */
const cameAsLanding = () => {
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && URL.canParse(entry.name) && new URL(entry.name).pathname === '/'
}

/** `/` inside the app: the landing page is a document of its own (decision 0019), so this leaves the app. */
export default function LandingGate() {
  const isStuck = cameAsLanding()
  useEffect(() => {
    if (!isStuck) window.location.replace('/')
  }, [isStuck])
  return isStuck ? <Redirect to="/login" /> : <LoadingScreen />
}
