import { Button, TextInput } from '@mantine/core'
import { editItem } from '@shop/shared/inventory/commands/edit-item.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { useState } from 'react'
import { useDevice, useLive, useRunCommand } from '../../sync/api.ts'
import { promisedWords } from '../../ui/promised-words.ts'
import classes from './cart.module.css'
import { quantityProblem } from './quantity-field.tsx'

type Props = { readonly itemId: string; readonly atLeast: number; readonly onDone: () => void }

/** Records a count of the shelf as a recount (law *Stock*). */
export default function RecountField({ itemId, atLeast, onDone }: Props) {
  const { newId } = useDevice()
  const runCommand = useRunCommand()
  const [commandId] = useState(newId)
  const promisedCount = useLive((view) => view.get(items, itemId)?.promisedCount ?? 0, [itemId])
  const [text, setText] = useState(String(atLeast + promisedCount))
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    const wrong = text.trim() === '0' ? null : quantityProblem(text)
    setProblem(wrong)
    if (wrong !== null) return
    try {
      await runCommand(editItem, { id: itemId, changes: {}, countedQuantity: Number(text) }, { id: commandId })
      onDone()
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  return (
    <span className={classes.lineAnswers}>
      <TextInput
        size="sm"
        aria-label="Counted on the shelf"
        description={promisedWords(promisedCount)}
        inputMode="numeric"
        autoFocus
        className={classes.quantityInput}
        value={text}
        error={problem}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save()
          if (event.key === 'Escape') onDone()
        }}
      />
      <Button color="red" onClick={() => void save()}>
        Save count
      </Button>
      <Button variant="subtle" color="gray" onClick={onDone}>
        Cancel
      </Button>
    </span>
  )
}
