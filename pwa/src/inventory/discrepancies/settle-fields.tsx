import { Textarea } from '@mantine/core'
import { type Choice, ChoiceField } from '../../ui/choice-field.tsx'

type ChoiceProps<T> = { readonly value: T; readonly choices: readonly Choice<T>[]; readonly onChange: (value: T) => void }

export const WhatToDoField = <T extends string>(props: ChoiceProps<T>) => <ChoiceField label="What to do" {...props} />

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
