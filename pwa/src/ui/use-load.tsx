import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePendingActions, useSyncStatus } from '../sync/api.ts'
import { EmptyState } from './empty-state.tsx'

const NO_ANSWER = 'The server cannot be reached. Please check the connection and try again.'

/** State of a screen before this device's first sync. `isLoading`: rows are on their way. `failure`: rows cannot be loaded, which differs from an
 *  empty list. `what` completes 'Error loading …: '. */
export function useLoad(what: string, isEmpty: boolean): { readonly isLoading: boolean; readonly failure: ReactNode | null } {
  const { lastSyncAtMs, online, signInNeeded, startProgress, trouble } = useSyncStatus()
  const { syncNow } = usePendingActions()
  if (!isEmpty || lastSyncAtMs !== null) return { isLoading: false, failure: null }
  const hasFailed = startProgress === null && (!online || signInNeeded || trouble !== null)
  if (!hasFailed) return { isLoading: true, failure: null }
  const reason = signInNeeded ? 'Please sign in.' : (trouble?.message ?? NO_ANSWER)
  return {
    isLoading: false,
    failure: (
      <div role="alert">
        <EmptyState
          icon={<IconCloudOff />}
          title={`Error loading ${what}: ${reason}`}
          action={
            <Button variant="default" onClick={() => void syncNow()}>
              Try again
            </Button>
          }
        />
      </div>
    ),
  }
}
