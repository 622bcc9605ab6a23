import '@mantine/core/styles.layer.css'
import '../ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SyncProvider, startServiceWorker } from '../sync/api.ts'
import { App } from './app.tsx'
import { listenForInstallOffer } from './install-offer.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

listenForInstallOffer()
// SyncProvider stays outside of StrictMode, which would open the device's data twice while developing
createRoot(root).render(
  <SyncProvider>
    <StrictMode>
      <App />
    </StrictMode>
  </SyncProvider>,
)

// while developing there is none, and the page would come in its place
if (import.meta.env.PROD)
  startServiceWorker('/service-worker.js').catch((thrown: unknown) => console.warn('the app cannot be stored for offline use', thrown))

// nobody waits for it, and without it nothing is missing
import('../analytics/track-visits.ts').then(
  ({ trackVisits }) => trackVisits(),
  () => undefined,
)
