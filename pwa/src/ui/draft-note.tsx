import { Button, Group, Text } from '@mantine/core'

type Props = { readonly isRestored: boolean; readonly onStartOver: () => void }

/** Says that a form starts with what was typed before, and offers to start over. */
export function DraftNote({ isRestored, onStartOver }: Props) {
  if (!isRestored) return null
  return (
    <Group gap="sm" justify="space-between" role="status">
      <Text size="sm" c="dimmed">
        What you typed before is still here.
      </Text>
      <Button variant="default" onClick={onStartOver}>
        Start over
      </Button>
    </Group>
  )
}
