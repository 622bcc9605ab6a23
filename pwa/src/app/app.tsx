import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { BRAND } from '../ui/brand.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Router } from '../ui/router.tsx'
import { makeTheme, makeTokens } from '../ui/theme.ts'
import { ProofPrompt } from './proof-prompt.tsx'
import { AppRoutes } from './routes.tsx'

const theme = makeTheme(BRAND.accent)
const tokens = makeTokens(BRAND.accent)
// public/theme.js reads this key too, before the first paint
const colorScheme = localStorageColorSchemeManager({ key: 'theme' })

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={tokens} defaultColorScheme="light" colorSchemeManager={colorScheme}>
      <ErrorBoundary>
        <ConfirmProvider>
          <Router>
            <AppRoutes />
          </Router>
          <ProofPrompt />
        </ConfirmProvider>
      </ErrorBoundary>
    </MantineProvider>
  )
}
