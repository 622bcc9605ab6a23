import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

type Props = Omit<TextInputProps, 'type' | 'leftSection' | 'onChange'> & { readonly onText: (text: string) => void }

/** A search field above a list. Name it by `label`, or by `aria-label` where the placeholder says enough. */
export function SearchInput({ onText, ...props }: Props) {
  return (
    <TextInput
      type="search"
      leftSection={<IconSearch size="1.25rem" aria-hidden />}
      onChange={(event) => onText(event.currentTarget.value)}
      {...props}
    />
  )
}
