import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { useFormDraft } from './use-form-draft.ts'

type Options<Values extends Record<string, unknown>> = {
  readonly initialValues: Values
  /** Checks the form's values and gives the error messages. */
  readonly schema: z.ZodMiniType<unknown>
  readonly onChange?: (values: Values) => void
  /** Names the form, and the row it edits, whose typed values are kept until `endDraft` (see `useFormDraft`). Secrets and files have no draft. */
  readonly draft?: string
}

/** The first message of each wrong field. */
function messagesOf(schema: z.ZodMiniType<unknown>, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values)
  const messages: Record<string, string> = {}
  if (!parsed.success) for (const issue of parsed.error.issues) messages[issue.path.join('.')] ??= issue.message
  return messages
}

/** A form that checks its values by a zod schema. If a value is wrong, the typed text stays, and the first wrong field gets the focus. */
export function useShopForm<Values extends Record<string, unknown>>({
  initialValues,
  schema,
  onChange,
  draft: draftName,
}: Options<Values>) {
  const element = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(draftName ?? null, initialValues)
  const form: UseFormReturnType<Values> = useForm<Values>({
    initialValues: draft.started,
    validate: (values) => messagesOf(schema, values),
    clearInputErrorOnChange: true,
    onValuesChange: (values: Values) => {
      draft.keep(values)
      onChange?.(values)
    },
  })

  /** Marks fields as wrong and focuses the first of them. */
  const mark = useCallback((messages: FormErrors) => focusFirstWrong(element.current, () => form.setErrors(messages)), [form])
  /** Marks the fields that a refusal names, and returns the message of the refusal or storage problem. Rethrows any other error, which is a bug. */
  const refused = useCallback(
    (thrown: unknown): string => {
      if (!(thrown instanceof Error) || (!(thrown instanceof Refusal) && thrown.name !== 'StorageProblem')) throw thrown
      if (thrown instanceof Refusal && thrown.fields) mark(thrown.fields)
      return thrown.message
    },
    [mark],
  )
  const submit = (send: (values: Values) => Promise<void>) => form.onSubmit(send, mark)
  const startOver = () => {
    form.setValues(initialValues)
    form.clearErrors()
    draft.drop()
  }
  return { form, element, submit, mark, refused, draftNote: { isRestored: draft.isRestored, onStartOver: startOver }, endDraft: draft.drop }
}

/** Marks wrong fields and focuses the first of them. Both happen at once, because a focus that comes later takes the keys of somebody who already types
 *  on. */
export function focusFirstWrong(form: HTMLElement | null, mark: () => void): void {
  flushSync(mark)
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
