import { Button, Group, Stack, TextInput } from '@mantine/core'
import { codeSchema, recoveryCodeSchema } from '@shop/shared/accounts/rules/second-factor.ts'
import { givenPasswordSchema } from '@shop/shared/accounts/rules.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import * as z from 'zod/mini'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { sentenceOf } from '../../ui/error-message.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { useShopForm } from '../../ui/use-shop-form.ts'
import { PasswordField } from '../password-fields.tsx'

/** A typed proof: password, code or recovery code. */
export type AnswerKind = 'password' | 'code' | 'recoveryCode'

/** The typed answer, under its name in the call. */
export type TypedAnswer = { readonly [Kind in AnswerKind]?: string }

const SCHEMAS = { password: givenPasswordSchema, code: codeSchema, recoveryCode: recoveryCodeSchema }

type Props = {
  readonly kind: AnswerKind
  readonly submitLabel: string
  /** Sends the answer. A refusal that names the field is shown at that field. */
  readonly send: (answer: TypedAnswer) => Promise<void>
  readonly onCancel?: () => void
}

/** One field for a password, a code or a recovery code. */
export function AnswerForm({ kind, submitLabel, send, onCancel }: Props) {
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const schema = z.object({ [kind]: SCHEMAS[kind] })
  const { form, element, submit, mark } = useShopForm<Record<string, unknown>>({
    initialValues: { [kind]: '' },
    schema,
    onChange: banner.onClear,
  })
  const check = submit((values) =>
    run(async () => {
      banner.onClear()
      try {
        await send({ [kind]: String(values[kind]) })
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.fields) mark(thrown.fields)
        else fail(sentenceOf(thrown))
      }
    }),
  )
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        // React events bubble through the dialog to the form on the page that opened it
        event.stopPropagation()
        check(event)
      }}
      noValidate
    >
      <Stack gap="md">
        <Banner {...banner} inline />
        <AnswerField kind={kind} props={form.getInputProps(kind)} />
        <Group justify="flex-end" gap="sm">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={busy} aria-busy={busy} {...(!onCancel && { fullWidth: true })}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function AnswerField({ kind, props }: { readonly kind: AnswerKind; readonly props: object }) {
  if (kind === 'password') return <PasswordField label="Your password" autoComplete="current-password" {...props} autoFocus />
  if (kind === 'code')
    return (
      <TextInput
        label="Code"
        description="The six digits your app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...props}
        autoFocus
      />
    )
  return (
    <TextInput
      label="Recovery code"
      description="One of those you kept; each is good once"
      autoComplete="off"
      spellCheck={false}
      {...props}
      autoFocus
    />
  )
}
