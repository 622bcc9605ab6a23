import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { categoryRefusals } from '@shop/shared/inventory/category-errors.ts'
import type { Category } from '@shop/shared/inventory/category-schema.ts'
import { addCategory, editCategory, removeCategory } from '@shop/shared/inventory/commands/change-categories.ts'
import { categoryNameSchema } from '@shop/shared/inventory/rules/categories.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useLive, useRunCommand } from '../sync/api.ts'
import { counted } from '../ui/counted.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { useCategories } from '../ui/use-categories.ts'
import { useSubmit } from '../ui/use-submit.ts'
import classes from './inventory.module.css'

/** The shop's categories, with the number of items of each: to add, rename and delete them. */
export function CategoriesSheet({ onClose }: { readonly onClose: () => void }) {
  const { list } = useCategories()
  const counts = useItemCounts()
  const newName = useRef<HTMLInputElement>(null)
  return (
    <FormModal title="Categories" onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          Everybody who is signed in sees these names, on the marketplace too. So name what the goods are, and no person.
        </Text>
        <AddCategory field={newName} />
        {list.length === 0 ? (
          <Text c="dimmed">The shop has no categories yet.</Text>
        ) : (
          <ul className={classes.categories} aria-label="Categories">
            {list.map((category) => (
              <CategoryRow
                key={category.id}
                category={category}
                itemCount={counts.get(category.id) ?? 0}
                onDeleted={() => newName.current?.focus()}
              />
            ))}
          </ul>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </FormModal>
  )
}

/** The number of items of each category, by its id. */
const useItemCounts = () =>
  useLive((view) => {
    const counts = new Map<string, number>()
    for (const { categoryId } of view.all(items)) if (categoryId) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1)
    return counts
  }, [])

type Field = RefObject<HTMLInputElement | null>

function AddCategory({ field }: { readonly field: Field }) {
  const run = useRunCommand()
  const { nameOf, idOf } = useCategories()
  const [name, setName] = useState('')
  const add = async (wanted: string) => {
    const id = idOf(wanted)
    if (nameOf(id) !== '') throw refusal(categoryRefusals, 'CATEGORY_EXISTS')
    await run(addCategory, { id, name: wanted })
    setName('')
    field.current?.focus()
  }
  return (
    <NameForm field={field} label="New category" name={name} onName={setName} onSave={add} data-autofocus>
      <Button type="submit">Add</Button>
    </NameForm>
  )
}

type RowProps = { readonly category: Category; readonly itemCount: number; readonly onDeleted: () => void }
type Act = 'rename' | 'delete'

function CategoryRow({ category, itemCount, onDeleted }: RowProps) {
  const { id, name } = category
  const run = useRunCommand()
  const [act, setAct] = useState<Act | null>(null)
  // the button that gets the focus back
  const [last, setLast] = useState<Act | null>(null)
  const { submit, problem, forget } = useSubmit('Error: ')
  const begin = (next: Act) => {
    setAct(next)
    setLast(next)
  }
  const end = () => setAct(null)
  const remove = async () => {
    if (await submit(() => run(removeCategory, { id }))) onDeleted()
  }
  if (act === 'rename') return <RenameCategory category={category} onEnd={end} />
  return (
    <li className={classes.category}>
      <span className={classes.categoryName}>
        <bdi>{name}</bdi>
        <small>
          {counted(itemCount, 'item')}
          {act === 'delete' && itemCount > 0 && ' will show no category'}
        </small>
      </span>
      <Group gap="xs">
        {act === 'delete' ? (
          <>
            <Button color="red.8" autoFocus onClick={() => void remove()}>
              Delete category
            </Button>
            <Button variant="default" onClick={end}>
              Keep it
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" aria-label={`Rename ${name}`} autoFocus={last === 'rename'} onClick={() => begin('rename')}>
              Rename
            </Button>
            <Button variant="default" aria-label={`Delete ${name}`} autoFocus={last === 'delete'} onClick={() => begin('delete')}>
              Delete
            </Button>
          </>
        )}
      </Group>
      <FormProblem text={problem} onClear={forget} />
    </li>
  )
}

function RenameCategory({ category, onEnd }: { readonly category: Category; readonly onEnd: () => void }) {
  const run = useRunCommand()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(category.name)
  const rename = async (wanted: string) => {
    await run(editCategory, { id: category.id, name: wanted })
    onEnd()
  }
  return (
    <li className={classes.category}>
      <NameForm field={field} label={`New name of ${category.name}`} name={name} onName={setName} onSave={rename} autoFocus>
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
        <Button type="submit">Save name</Button>
      </NameForm>
    </li>
  )
}

type NameFormProps = {
  readonly field: Field
  readonly label: string
  readonly name: string
  readonly onName: (name: string) => void
  readonly onSave: (name: string) => Promise<void>
  readonly autoFocus?: boolean
  readonly 'data-autofocus'?: boolean
  /** The buttons. */
  readonly children: ReactNode
}

function NameForm({ field, label, name, onName, onSave, children, ...focus }: NameFormProps) {
  const [wrong, setWrong] = useState<string | null>(null)
  const { submit, changed, problem, forget } = useSubmit('Error: ')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { data, error } = categoryNameSchema.safeParse(name)
    if (data !== undefined) return void (await submit(() => onSave(data)))
    setWrong(error?.issues[0]?.message ?? null)
    field.current?.focus()
  }
  return (
    <form className={classes.categoryForm} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        ref={field}
        label={label}
        autoComplete="off"
        {...focus}
        value={name}
        error={wrong}
        onChange={({ currentTarget: { value } }) => {
          changed()
          setWrong(null)
          onName(value)
        }}
      />
      <Group gap="xs" justify="flex-end">
        {children}
      </Group>
      <FormProblem text={problem} onClear={forget} />
    </form>
  )
}
