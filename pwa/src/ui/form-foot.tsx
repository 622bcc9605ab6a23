import { Button, Group, Text } from '@mantine/core'
import classes from './form-foot.module.css'
import { FormProblem } from './form-problem.tsx'

type Props = {
  /** Reason for the last refusal; null when there is none. */
  readonly problem: string | null
  readonly onClear: () => void
  readonly onCancel: () => void
  readonly busy: boolean
  /** Reason why the form cannot be sent now, such as being offline, shown while the button is disabled. Null when there is none. */
  readonly whyNot?: string | null
  /** Disables the button when the form above already says why. */
  readonly isBlocked?: boolean
  /** Label of the submit button. */
  readonly label: string
  /** Marks by colour that the act cannot be undone. */
  readonly isIrreversible?: boolean
}

/** Foot of a form: the problem, Cancel, and the submit button. */
export function FormFoot({ problem, onClear, onCancel, busy, whyNot = null, isBlocked = false, label, isIrreversible = false }: Props) {
  return (
    <div className={classes.foot} data-bottom-bar>
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
        <Button type="submit" color={isIrreversible ? 'red.8' : 'accent'} loading={busy} disabled={whyNot !== null || isBlocked}>
          {label}
        </Button>
      </Group>
    </div>
  )
}
