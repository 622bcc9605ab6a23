import { Button, Skeleton } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import type { TableFilter } from './data-table-columns.ts'
import { EmptyState } from './empty-state.tsx'

export function TableSkeletons({ count, heightPx }: { readonly count: number; readonly heightPx: number }) {
  return (
    <div className={classes.skeletons} role="status" aria-label="Loading...">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <Skeleton key={index} height={heightPx} />
      ))}
    </div>
  )
}

export function NoRows({ empty, filter }: { readonly empty: ReactNode; readonly filter: TableFilter }) {
  if (!filter) return empty
  return (
    <EmptyState
      icon={<IconSearchOff />}
      title={filter.message}
      action={
        <Button variant="default" mt="xs" onClick={filter.onClear}>
          Clear filter
        </Button>
      }
    />
  )
}
