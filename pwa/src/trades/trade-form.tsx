import { Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { trackingWarning } from '@shop/shared/shipments/rules/tracking.ts'
import { MAX_TRACKING } from '@shop/shared/trades/rules/trade-form.ts'
import { type FormEventHandler, Fragment, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useSyncStatus } from '../sync/api.ts'
import { FormFoot } from '../ui/form-foot.tsx'
import { useShopForm } from '../ui/use-shop-form.ts'
import { useSubmit } from '../ui/use-submit.ts'
import classes from './trades.module.css'
import { useFreshRows } from './use-row-act.ts'

type Props = Pick<ReturnType<typeof useTradeForm>, 'element' | 'busy' | 'problem' | 'forget'> & {
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  readonly onClose: () => void
  /** Label of the submit button. */
  readonly button: string
  /** Shown while there is no connection. */
  readonly offline: string
  /** True when `children` say why the form cannot be sent. */
  readonly isBlocked?: boolean
  readonly children: ReactNode
}

/** A form of the marketplace. Only the server can carry out its request, so without a connection the form shows `offline` and cannot be sent. */
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

/** Labelled amounts, announced as they change; the last one is the total. */
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

/** Field for a tracking number, which keyboards neither correct nor complete. */
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

/** Warns about a number that does not look like the carrier's. The number can still be sent. */
export function TrackingDoubt({ carrier, trackingNumber, verb }: { carrier: string; trackingNumber: string; verb: 'add' | 'upload' }) {
  const warning = trackingWarning(carrier, trackingNumber)
  if (warning === null) return null
  return (
    <Text role="status" size="sm" c="var(--shop-warn)">
      {warning} You can {verb} it as it is.
    </Text>
  )
}

export type TradeFormProps = { readonly onClose: () => void; readonly onMessage: (text: string) => void }

type Options<Values> = TradeFormProps & { readonly initialValues: Values; readonly schema: z.ZodMiniType<unknown> }

/** A form that sends one call. A refusal marks its fields and keeps the typed text. The device syncs after a refusal too, because it often
 *  means that the trade has changed. */
export function useTradeForm<Values extends Record<string, unknown>>({ initialValues, schema, onClose, onMessage }: Options<Values>) {
  const refresh = useFreshRows()
  const { submit, changed, busy, problem, forget } = useSubmit('Error: ')
  const { form, element, submit: check, refused } = useShopForm<Values>({ initialValues, schema, onChange: changed })

  const sending = (send: (values: Values) => Promise<{ readonly message: string }>) =>
    check(async (values) => {
      let message = ''
      const isDone = await submit(async () => {
        try {
          message = (await send(values)).message
        } catch (thrown) {
          refused(thrown)
          throw thrown
        }
      })
      void refresh()
      if (!isDone) return
      onClose()
      onMessage(message)
    })
  return { form, element, sending, busy, problem, forget }
}
