import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePendingActions, useSyncStatus } from '../sync/api.ts'
import { EmptyState } from './empty-state.tsx'

const NO_ANSWER = 'The server cannot be reached. Please check the connection and try again.'

/** The state of a screen before the first sync of this device. `isLoading`: rows are on their way. `failure`: they could not be had, which is something else than
 *  that there are none; it takes the place of what is shown when there are none ('Error loading …: '). `what`: as that sentence names it. */
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
