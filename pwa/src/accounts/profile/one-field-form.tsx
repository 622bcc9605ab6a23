import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { ErrorPrefix } from '../../ui/error-message.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import classes from './profile.module.css'

type Props = {
  readonly label: string
  readonly description?: string
  /** The saved value; the field follows it until somebody types. */
  readonly value: string
  /** Schema of `{ value }`. */
  readonly schema: z.ZodMiniType<{ value: string }>
  readonly prefix: ErrorPrefix
  readonly save: (value: string, commandId: string) => Promise<unknown>
  readonly onSaved: () => void
  /** A hint about the typed text; it does not prevent saving. */
  readonly hintOf?: (typed: string) => ReactNode
  readonly inputProps?: { readonly inputMode?: 'numeric'; readonly autoComplete?: string; readonly maxLength?: number }
}

/** A field with its own save button. */
export function OneFieldForm({ label, description, value, schema, prefix, save, onSaved, hintOf, inputProps }: Props) {
  const { submit, changed, busy, problem, forget } = useSubmit(prefix)
  const [started, setStarted] = useState(value)
  const { form, element, submit: check } = useShopForm({ initialValues: { value }, schema, onChange: changed })
  const isDirty = form.values.value !== started

  const startFrom = (next: string) => {
    setStarted(next)
    form.setValues({ value: next })
    form.clearErrors()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the saved value changes
  useEffect(() => {
    if (!isDirty) startFrom(value)
  }, [value])

  const send = check(async (values) => {
    const next = schema.parse(values).value
    if (!(await submit(({ commandId }) => save(next, commandId)))) return
    startFrom(next)
    onSaved()
  })
  return (
    <form ref={element} onSubmit={send} noValidate className={classes.stack} data-wide>
      <div className={classes.oneField}>
        <TextInput
          label={label}
          {...(description === undefined ? {} : { description })}
          {...inputProps}
          {...form.getInputProps('value')}
          className={classes.grows}
        />
        {isDirty && (
          <div className={classes.fieldButtons}>
            <Button type="submit" loading={busy}>
              Save
            </Button>
            <Button variant="default" onClick={() => startFrom(value)}>
              Cancel
            </Button>
          </div>
        )}
      </div>
      {isDirty && hintOf?.(form.values.value)}
      {problem !== null && <FormProblem text={problem} onClear={forget} />}
    </form>
  )
}
