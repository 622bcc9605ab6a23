import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'

// What a list read page by page from the server has around it.

type ButtonProps = { readonly isLoading: boolean; readonly isOnline: boolean; readonly onClick: () => Promise<void> }

/** Reads the list anew. */
export function RefreshButton({ isLoading, isOnline, onClick }: ButtonProps) {
  return (
    <Button
      variant="default"
      loading={isLoading}
      disabled={!isOnline}
      leftSection={<IconRefresh size="1.25rem" aria-hidden />}
      onClick={() => void onClick()}
    >
      Refresh
    </Button>
  )
}

/** Reads the next page. */
export function LoadMoreButton({ isLoading, isOnline, onClick }: ButtonProps) {
  return (
    <Button variant="default" loading={isLoading} disabled={!isOnline} onClick={() => void onClick()}>
      Load More
    </Button>
  )
}

type NotReadProps = { readonly isOnline: boolean; readonly title: string; readonly hint: string }

/** Stands for a list that was never read on this device; `title` is for the case that the server failed. */
export function NotRead({ isOnline, title, hint }: NotReadProps) {
  return <EmptyState icon={<IconCloudOff />} title={isOnline ? title : 'You are offline'} hint={hint} />
}
