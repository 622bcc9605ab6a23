import { Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { trackingWarning } from '@shop/shared/shipments/rules/tracking.ts'
import { MAX_TRACKING } from '@shop/shared/trades/rules/trade-form.ts'
import { type FormEventHandler, Fragment, type ReactNode } from 'react'
import { useSyncStatus } from '../sync/api.ts'
import { FormFoot } from '../ui/form-foot.tsx'
import classes from './trades.module.css'
import type { useTradeForm } from './use-trade-form.ts'

type Props = Pick<ReturnType<typeof useTradeForm>, 'element' | 'busy' | 'problem' | 'forget'> & {
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  readonly onClose: () => void
  /** The text of the button that sends it. */
  readonly button: string
  /** Said while there is no connection. */
  readonly offline: string
  /** The fields say why it cannot be sent. */
  readonly isBlocked?: boolean
  readonly children: ReactNode
}

/** A form about one trade, which only the server can act on: it waits for a connection, and says so. */
export function TradeForm({ element, busy, problem, forget, onSubmit, onClose, button, offline, isBlocked = false, children }: Props) {
  const { online } = useSyncStatus()
  return (
    <form ref={element} onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        <FormFoot
          problem={problem}
          onClear={forget}
          onCancel={onClose}
          busy={busy}
          whyNot={online ? null : `You are offline. ${offline}`}
          isBlocked={isBlocked}
          label={button}
        />
      </Stack>
    </form>
  )
}

type Amount = readonly [label: string, amount: string]

/** Labelled amounts that are announced as they change; the last one counts. */
export function Amounts({ rows }: { readonly rows: readonly Amount[] }) {
  return (
    <dl className={classes.facts} aria-live="polite">
      {rows.map(([label, amount], index) => {
        const strong = index === rows.length - 1 ? { 'data-strong': true } : {}
        return (
          <Fragment key={label}>
            <dt {...strong}>{label}</dt>
            <dd {...strong}>{amount}</dd>
          </Fragment>
        )
      })}
    </dl>
  )
}

/** A tracking number: goes into the field as it is typed or scanned. */
export function TrackingField(props: TextInputProps) {
  return (
    <TextInput
      withAsterisk
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_TRACKING}
      data-autofocus
      {...props}
    />
  )
}

/** Says that a number does not look like one of the carrier's; it can be sent all the same. */
export function TrackingDoubt({ carrier, trackingNumber, verb }: { carrier: string; trackingNumber: string; verb: 'add' | 'upload' }) {
  const warning = trackingWarning(carrier, trackingNumber)
  if (warning === null) return null
  return (
    <Text role="status" size="sm" c="var(--shop-warn)">
      {warning} You can {verb} it as it is.
    </Text>
  )
}
