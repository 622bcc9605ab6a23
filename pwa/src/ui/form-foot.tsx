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
  /** What the button that sends it says. */
  readonly label: string
}

/** The foot of a form: what went wrong, the way out, and the way on. */
export function FormFoot({ problem, onClear, onCancel, busy, whyNot = null, label }: Props) {
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
        <Button type="submit" loading={busy} disabled={whyNot !== null}>
          {label}
        </Button>
      </Group>
    </>
  )
}
