import { Button, Text } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { DataTable } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import type { ServerPage, useServerPages } from './use-server-pages.ts'

type ButtonProps = { readonly isLoading: boolean; readonly isOnline: boolean; readonly onClick: () => Promise<void> }

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

export function LoadMoreButton({ isLoading, isOnline, onClick }: ButtonProps) {
  return (
    <Button variant="default" loading={isLoading} disabled={!isOnline} onClick={() => void onClick()}>
      Load More
    </Button>
  )
}

type ServerRows<R> = Pick<
  ReturnType<typeof useServerPages<R, ServerPage<R>>>,
  'rows' | 'hasMore' | 'problem' | 'isLoading' | 'isOnline' | 'more'
>

type Words = {
  /** Name of the list after 'the': 'ledger'. */
  readonly list: string
  /** Name of the rows after 'Error loading'. */
  readonly rows: string
  /** Reason why only the server has this list. */
  readonly whyAway: string
}

type Props<R> = Omit<ComponentProps<typeof DataTable<R>>, 'rows' | 'isLoading' | 'footer'> & {
  readonly list: ServerRows<R>
  readonly words: Words
}

/** Table of a list that only the server has. It says when the list is outdated, failed to load, or has more rows. */
export function ServerTable<R>({ list, words, empty, filter = null, ...table }: Props<R>) {
  const { rows, hasMore, problem, isLoading, isOnline, more } = list
  const unread = (
    <EmptyState icon={<IconCloudOff />} title={isOnline ? `The ${words.list} could not be read` : 'You are offline'} hint={words.whyAway} />
  )
  return (
    <>
      {!isOnline && rows && <Note text={`Offline: this is the ${words.list} as it was last read.`} />}
      {problem !== null && isOnline && <Note role="alert" text={`Error loading ${words.rows}: ${problem}`} />}
      <DataTable
        {...table}
        rows={rows ?? []}
        isLoading={rows === null && isOnline && problem === null}
        filter={rows && filter}
        empty={rows ? empty : unread}
        footer={hasMore ? <LoadMoreButton isLoading={isLoading} isOnline={isOnline} onClick={more} /> : undefined}
      />
    </>
  )
}

function Note({ text, role }: { readonly text: string; readonly role?: 'alert' }) {
  return (
    <Text size="sm" c="dimmed" role={role}>
      {text}
    </Text>
  )
}
