import '@mantine/core/styles.layer.css'
import '../ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SyncProvider, startServiceWorker } from '../sync/api.ts'
import { App } from './app.tsx'
import { listenForInstallOffer } from './install-offer.ts'
import { listenForFaults, noteFault } from './listen-for-faults.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

listenForInstallOffer()
listenForFaults()
// outside of StrictMode, which would open the replica twice during development
createRoot(root, {
  onCaughtError: (error) => noteFault('screen', error),
}).render(
  <SyncProvider>
    <StrictMode>
      <App />
    </StrictMode>
  </SyncProvider>,
)

// during development there is no service worker, and Vite would answer with the page
if (import.meta.env.PROD)
  startServiceWorker('/service-worker.js').catch((thrown: unknown) => console.warn('the app cannot be stored for offline use', thrown))

// optional, so it loads last and may fail
import('../analytics/track-visits.ts').then(
  ({ trackVisits }) => trackVisits(),
  () => undefined,
)
