import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { grouped } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Section } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import type { ImportOutcome } from './run-import.ts'
import type { RunState } from './use-import-run.ts'

type Props = { state: Exclude<RunState, { kind: 'idle' }>; onRetry: () => void; onCancel: () => void; onAgain: () => void }

export function RunSection({ state, onRetry, onCancel, onAgain }: Props) {
  if (state.kind === 'done') return <Done outcome={state.outcome} onAgain={onAgain} />
  if (state.kind === 'failed')
    return (
      <Section title={state.isUnsure ? 'The server did not answer' : 'Nothing was imported'}>
        <FormProblem text={`Error: ${state.problem}`} onClear={onCancel} />
        <Text>
          {state.isUnsure
            ? 'Either every row is in the inventory or none is. Trying again tells which, and imports no row twice.'
            : 'The inventory is as it was. Trying again goes on with the same rows and imports none of them twice.'}
        </Text>
        <Group>
          <Button onClick={onRetry}>Try Again</Button>
          <Button variant="default" onClick={onCancel}>
            Back
          </Button>
        </Group>
      </Section>
    )
  const { phase, sentRows, rows } = state.progress
  const isSending = phase === 'sending'
  return (
    <Section title="Importing">
      <Stack role="status">
        <Text>
          {isSending && `Sending rows: ${grouped(sentRows)} of ${grouped(rows)}. Nothing has changed yet.`}
          {phase === 'committing' && `Bringing ${grouped(rows)} rows in, all at once. This takes a moment.`}
          {phase === 'fetching' && 'The rows are in. This device is fetching them.'}
        </Text>
        <Progress value={isSending ? (sentRows / rows) * 100 : 100} animated={!isSending} aria-label="Part of the rows that was sent" />
      </Stack>
      <Button variant="default" onClick={onCancel} disabled={!isSending} w="max-content">
        Cancel
      </Button>
    </Section>
  )
}

function Done({ outcome: { added, updated, skipped }, onAgain }: { outcome: ImportOutcome; onAgain: () => void }) {
  return (
    <EmptyState
      icon={<IconCircleCheck />}
      title={`${grouped(added)} added, ${grouped(updated)} updated, ${grouped(skipped)} skipped`}
      hint="Every device of the shop gets them in a moment."
      action={
        <Group>
          <Button component={Link} to="/admin">
            Show Inventory
          </Button>
          <Button variant="default" onClick={onAgain}>
            Import Another File
          </Button>
        </Group>
      }
    />
  )
}
