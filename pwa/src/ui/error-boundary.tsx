import { Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { isPartMissing } from './part-missing.ts'

type Props = {
  readonly children: ReactNode
  /** When this key changes, for example with the route, the content is tried again. */
  readonly resetKey?: string
  /** Offers to report a fault of the app. */
  readonly report?: (error: unknown) => ReactNode
}
type State = { readonly error: unknown; readonly failedKey: string | undefined }

/** Limits a bug to the screen that has it, and says that unsent work is safe. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failedKey: undefined }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('unknown') }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.error === null) return { failedKey: props.resetKey }
    return props.resetKey === state.failedKey ? null : { error: null, failedKey: props.resetKey }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('a screen failed', error, info.componentStack)
  }

  override render(): ReactNode {
    const { error } = this.state
    const { children, report } = this.props
    return error === null ? children : <Failure error={error} report={report} onRetry={() => this.setState({ error: null })} />
  }
}

type FailureProps = { readonly error: unknown; readonly report: Props['report']; readonly onRetry: () => void }

function Failure({ error, report, onRetry }: FailureProps) {
  const what = error instanceof Error ? error.message : String(error)
  const isMissing = isPartMissing(error)
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertTriangle />}
        title={isMissing ? 'This page could not be loaded' : 'Something went wrong on this page'}
        hint={
          <>
            {isMissing
              ? 'The connection may be gone, or the app was updated meanwhile.'
              : 'This is a fault of the app, not of what you did.'}{' '}
            Everything saved on this device is safe, and what was not sent yet will be sent.
            {!isMissing && (
              <>
                <br />
                Details: {what}
              </>
            )}
          </>
        }
        action={
          <Group gap="xs" mt="sm">
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
            <Button onClick={() => window.location.reload()}>Reload</Button>
            {!isMissing && report?.(error)}
          </Group>
        }
      />
    </div>
  )
}
