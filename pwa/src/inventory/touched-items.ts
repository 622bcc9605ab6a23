/** Argument fields that name an item which the command changes or creates. */
const ITEM_FIELDS = ['masterItemId', 'newItemId', 'addToItemId', 'itemId'] as const

const stringIn = (args: Record<string, unknown>, field: string) => (typeof args[field] === 'string' ? [args[field]] : [])

/** Ids of the items that a queued command changes or creates. */
export function itemIdsOf(commandName: string, args: unknown): string[] {
  if (typeof args !== 'object' || args === null) return []
  const fields = args as Record<string, unknown>
  const own = commandName.startsWith('inventory.') && commandName !== 'inventory.settleDiscrepancy' ? stringIn(fields, 'id') : []
  const named = ITEM_FIELDS.flatMap((field) => stringIn(fields, field))
  const listed = [fields.entries, fields.lines].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
  const entries = commandName === 'inventory.massInput' ? ['id', 'addToItemId'] : ['itemId']
  return [
    ...own,
    ...named,
    ...listed.flatMap((one) =>
      typeof one === 'object' && one ? entries.flatMap((field) => stringIn(one as Record<string, unknown>, field)) : [],
    ),
  ]
}
