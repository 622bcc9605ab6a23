import { Button, Text } from '@mantine/core'
import { type Item, items, shownQuantity } from '@shop/shared/inventory/schema.ts'
import { IconCategory, IconMapPin, IconTag, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLive } from '../../sync/api.ts'
import { type Question, useConfirm } from '../../ui/confirm.tsx'
import { counted, grouped } from '../../ui/counted.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { NONE_SELECTED, type Selection } from '../../ui/row-selection.ts'
import { BulkCategoryForm, BulkLocationForm, BulkPriceForm } from './bulk-forms.tsx'
import { type BulkProgress, itemsWords, useBulkWork } from './use-bulk-work.ts'

/** Maximum number of items in one go: each is a command, and each leaves an entry that the device of every admin keeps. */
const MAX_AT_ONCE = 1_000
/** Number of items that the question before a deletion names. */
const NAMED = 3

type Act = 'price' | 'location' | 'category' | 'delete'
type Messages = Parameters<typeof useBulkWork>[0]

const FORMS = { price: BulkPriceForm, location: BulkLocationForm, category: BulkCategoryForm }

const nameOf = (item: Item) => item.itemName

/** Acts on many chosen items: the selection for their table, and the form that is open. */
export function useBulk(matching: readonly Item[], messages: Messages) {
  const [ids, setIds] = useState(NONE_SELECTED)
  const [form, setForm] = useState<Exclude<Act, 'delete'> | null>(null)
  const confirm = useConfirm()
  const { progress, change, remove } = useBulkWork(messages)
  // what somebody deletes meanwhile is no longer chosen
  const chosen = useLive((view) => [...ids].flatMap((id) => view.get(items, id) ?? []), [ids])
  const chosenIds = useMemo(() => (chosen.length === ids.size ? ids : new Set(chosen.map(({ id }) => id))), [chosen, ids])

  const clearAfter = (isDone: Promise<boolean>) => void isDone.then((done) => done && setIds(NONE_SELECTED))
  const act = async (kind: Act) => {
    if (kind !== 'delete') return setForm(kind)
    if (!(await confirm(deletion(chosen)))) return
    clearAfter(remove(chosen))
  }
  const selection: Selection<Item> = {
    ids: chosenIds,
    onChange: setIds,
    matching,
    nameOf,
    nouns: ['item', 'items'],
    actions: <Actions count={chosen.length} progress={progress} onAct={(kind) => void act(kind)} />,
  }
  const Form = form && FORMS[form]
  const dialog = Form && (
    <Form
      chosen={chosen}
      onClose={() => setForm(null)}
      onSubmit={(edits, words) => {
        setForm(null)
        clearAfter(change(chosen, edits, words))
      }}
    />
  )
  return { selection, dialog }
}

type ActionsProps = { readonly count: number; readonly progress: BulkProgress | null; readonly onAct: (act: Act) => void }

function Actions({ count, progress, onAct }: ActionsProps) {
  if (progress?.isSlow) {
    const words = `${grouped(progress.done)} of ${itemsWords(progress.of)} done`
    return (
      <div role="status">
        {words}
        <ProgressBar done={progress.done} of={progress.of} label="Changing the items" />
      </div>
    )
  }
  if (count > MAX_AT_ONCE) return <Text size="sm">{`At most ${itemsWords(MAX_AT_ONCE)} can be changed in one go.`}</Text>
  const button = { variant: 'default', disabled: progress !== null } as const
  return (
    <>
      <Button {...button} leftSection={<IconTag aria-hidden size={16} />} onClick={() => onAct('price')}>
        Price
      </Button>
      <Button {...button} leftSection={<IconMapPin aria-hidden size={16} />} onClick={() => onAct('location')}>
        Location
      </Button>
      <Button {...button} leftSection={<IconCategory aria-hidden size={16} />} onClick={() => onAct('category')}>
        Category
      </Button>
      <Button {...button} leftSection={<IconTrash aria-hidden size={16} />} onClick={() => onAct('delete')}>
        Delete
      </Button>
    </>
  )
}

function deletion(chosen: readonly Item[]): Question {
  const pieces = chosen.reduce((sum, item) => sum + shownQuantity(item), 0)
  const more = chosen.length - NAMED
  return {
    title: `Delete ${itemsWords(chosen.length)}?`,
    body: (
      <>
        {chosen.slice(0, NAMED).map((item) => (
          <Text key={item.id} fw="bold" lineClamp={1}>
            {item.itemName}
          </Text>
        ))}
        {more > 0 && <p>{`and ${grouped(more)} more`}</p>}
        {pieces > 0 && <p>{`${counted(pieces, 'piece')} ${pieces === 1 ? 'leaves' : 'leave'} the books with them.`}</p>}
        <p>This cannot be undone. Sales that were made of them stay.</p>
      </>
    ),
    confirmLabel: `Delete ${itemsWords(chosen.length)}`,
    tone: 'bad',
  }
}
