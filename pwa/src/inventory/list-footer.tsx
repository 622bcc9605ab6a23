import { Button, Group, Text } from '@mantine/core'

type Props = { shown: number; found: number; onMore: () => void; onAll: () => void }

/** How many rows are shown and how to see more (spec §2 Pagination info). */
export function ListFooter({ shown, found, onMore, onAll }: Props) {
  return (
    <>
      <Text size="sm" aria-live="polite">
        {`Showing ${shown} items`}
        {found > shown && (
          <Text span c="dimmed" size="sm">
            {` of ${found.toLocaleString('en-US')}`}
          </Text>
        )}
      </Text>
      {found > shown && (
        <Group gap="xs">
          <Button variant="subtle" onClick={onAll}>
            Load All
          </Button>
          <Button variant="default" onClick={onMore}>
            Load More
          </Button>
        </Group>
      )}
    </>
  )
}
