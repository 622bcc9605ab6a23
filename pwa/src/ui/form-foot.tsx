import { Button, Group, Text } from '@mantine/core'
import { FormProblem } from './form-problem.tsx'

type Props = {
  /** Why the last try was refused; null while there is nothing to say. */
  readonly problem: string | null
  readonly onClear: () => void
  readonly onCancel: () => void
  readonly busy: boolean
  /** Why it cannot be sent now, such as offline: said, while the button waits. Null when it can. */
  readonly whyNot?: string | null
  /** The form itself says above why it cannot be sent. */
  readonly isBlocked?: boolean
  /** The text of the button that sends it. */
  readonly label: string
}

/** The foot of a form: what went wrong, the way out, and the way on. */
export function FormFoot({ problem, onClear, onCancel, busy, whyNot = null, isBlocked = false, label }: Props) {
  return (
    <>
      <FormProblem text={problem} onClear={onClear} />
      {whyNot !== null && (
        <Text size="sm" c="dimmed" role="status">
          {whyNot}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={whyNot !== null || isBlocked}>
          {label}
        </Button>
      </Group>
    </>
  )
}
