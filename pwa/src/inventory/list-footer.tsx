import { Button, Group, Text } from '@mantine/core'
import { grouped } from '../ui/counted.ts'

type Props = { shown: number; found: number; onMore: () => void; onAll: () => void }

/** How many rows are shown, and more of them (spec §2 Pagination info). */
export function ListFooter({ shown, found, onMore, onAll }: Props) {
  const isMore = found > shown
  return (
    <Group justify="space-between" flex={1}>
      <Text size="sm" aria-live="polite">
        {`Showing ${shown} items`}
        {isMore && (
          <Text span c="dimmed" size="sm">
            {` of ${grouped(found)}`}
          </Text>
        )}
      </Text>
      {isMore && (
        <Group gap="xs">
          <Button variant="subtle" onClick={onAll}>
            Load All
          </Button>
          <Button variant="default" onClick={onMore}>
            Load More
          </Button>
        </Group>
      )}
    </Group>
  )
}
