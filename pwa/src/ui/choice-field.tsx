import { Radio, Stack } from '@mantine/core'

/** One possible answer, and what it does. */
export type Choice<T> = { readonly value: T; readonly label: string; readonly description: string }

type Props<T> = {
  readonly label: string
  readonly value: T
  readonly choices: readonly Choice<T>[]
  readonly onChange: (value: T) => void
  /** True to put the focus on the chosen answer at first. */
  readonly isFirst?: boolean
}

/** A question whose few answers are all in sight. */
export const ChoiceField = <T extends string>({ label, value, choices, onChange, isFirst = false }: Props<T>) => (
  <Radio.Group label={label} value={value} onChange={(chosen) => onChange(chosen as T)}>
    <Stack mt="xs" gap="sm">
      {choices.map((choice) => (
        <Radio key={choice.value} {...choice} {...(isFirst && choice.value === value && { 'data-autofocus': true, autoFocus: true })} />
      ))}
    </Stack>
  </Radio.Group>
)
