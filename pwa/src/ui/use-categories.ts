import { type Category, categories } from '@shop/shared/inventory/category-schema.ts'
import { addCategory } from '@shop/shared/inventory/commands/change-categories.ts'
import { type CategoryIds, categoryIds } from '@shop/shared/inventory/rules/categories.ts'
import type { CategoryNames } from '@shop/shared/inventory/rules/entered-texts.ts'
import { useCallback, useMemo } from 'react'
import { useLive, useRunCommand } from '../sync/api.ts'

/** The categories that this device knows. */
export type Categories = {
  /** By name. */
  readonly list: readonly Category[]
  readonly nameOf: CategoryNames
  readonly idOf: CategoryIds
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

export function categoriesOf(all: readonly Category[]): Categories {
  const names = new Map(all.map(({ id, name }) => [id, name]))
  return {
    list: [...all].sort((a, b) => byName.compare(a.name, b.name)),
    nameOf: (id) => names.get(id) ?? '',
    idOf: categoryIds(all),
  }
}

export function useCategories(): Categories {
  const all = useLive((view) => view.all(categories), [])
  return useMemo(() => categoriesOf(all), [all])
}

/** Adds the category of this name if it is new: before the items that get it. */
export function useAddCategory({ nameOf }: Pick<Categories, 'nameOf'>): (id: string, name: string) => Promise<unknown> {
  const run = useRunCommand()
  return useCallback(
    async (id: string, name: string) => (id === '' || nameOf(id) !== '' ? undefined : run(addCategory, { id, name })),
    [run, nameOf],
  )
}
