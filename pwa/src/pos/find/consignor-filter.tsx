import { CloseButton } from '@mantine/core'
import { searchKey } from '@shop/shared/kernel/text.ts'
import { IconUser } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { SuggestInput } from '../../ui/suggest-input.tsx'
import type { Consignor } from '../queries.ts'

const SUGGESTIONS_MAX = 20

type Props = {
  readonly consignors: readonly Consignor[]
  readonly chosen: Consignor | null
  readonly onChoose: (consignor: Consignor | null) => void
  readonly label?: string
  readonly placeholder?: string
  readonly size?: string
}

export function ConsignorFilter({ consignors, chosen, onChoose, label = 'Consignor', placeholder = 'Consignor', size = 'lg' }: Props) {
  const [text, setText] = useState<string | null>(null)
  const found = useMemo(() => {
    const wanted = searchKey(text ?? '')
    return consignors
      .filter((consignor) => searchKey(consignor.name).includes(wanted))
      .slice(0, SUGGESTIONS_MAX)
      .map(({ uid, name }) => ({ id: uid, name }))
  }, [consignors, text])
  const choose = (consignor: Consignor | null) => {
    onChoose(consignor)
    setText(null)
  }
  return (
    <SuggestInput
      aria-label={label}
      size={size}
      placeholder={placeholder}
      leftSection={<IconUser stroke={1.5} />}
      value={text ?? chosen?.name ?? ''}
      onText={setText}
      suggestions={found}
      pickedId={chosen?.uid ?? null}
      onPick={(uid) => choose(consignors.find((consignor) => consignor.uid === uid) ?? null)}
      nothing="Nobody is called that"
      listLabel="Consignors"
      onBlur={() => {
        if (text === '') onChoose(null)
        setText(null)
      }}
      rightSection={
        chosen && (
          <CloseButton
            aria-label={`Show all consignors instead of ${chosen.name}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(null)}
          />
        )
      }
    />
  )
}
