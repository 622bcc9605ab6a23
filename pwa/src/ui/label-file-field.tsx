import { FileInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { LABEL_FILE } from '@shop/shared/trades/rules/trade-form.ts'
import { IconFile } from '@tabler/icons-react'

type Props = { readonly seenBy: string; readonly inputProps: GetInputPropsReturnType }

/** Field for the file of a shipping label. `seenBy`: a sentence that says who can open the file. */
export const LabelFileField = ({ seenBy, inputProps }: Props) => (
  <FileInput
    label="Label file"
    withAsterisk
    description={`A PDF or a picture, at most 10 MB. ${seenBy}`}
    placeholder="Choose a file"
    accept={LABEL_FILE.types.join(',')}
    clearable
    clearButtonProps={{ 'aria-label': 'Remove the file' }}
    leftSection={<IconFile size="1.25rem" aria-hidden="true" />}
    {...inputProps}
  />
)
