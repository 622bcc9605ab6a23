import { Radio, Stack, Textarea } from '@mantine/core'

/** One way to settle something, and what it does. */
type Choice<T> = { readonly value: T; readonly label: string; readonly description: string }

type ChoiceProps<T> = { readonly value: T; readonly choices: readonly Choice<T>[]; readonly onChange: (value: T) => void }

export const WhatToDoField = <T extends string>({ value, choices, onChange }: ChoiceProps<T>) => (
  <Radio.Group label="What to do" value={value} onChange={(chosen) => onChange(chosen as T)}>
    <Stack mt="xs" gap="sm">
      {choices.map((choice) => (
        <Radio key={choice.value} {...choice} />
      ))}
    </Stack>
  </Radio.Group>
)

export const NoteField = ({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) => (
  <Textarea
    label="Note"
    maxLength={500}
    autosize
    minRows={2}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
