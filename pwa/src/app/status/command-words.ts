import { users } from '@shop/shared/accounts/schema.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { type Cents, cents, formatCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import type { PayoutMethod } from '@shop/shared/payouts/schema.ts'
import { shifts } from '@shop/shared/pos/shift-schema.ts'
import { labelOf, valueWords } from '../../settings/settings-words.ts'
import type { PendingEntry, View } from '../../sync/api.ts'
import { commandName } from '../../ui/command-name.ts'
import { counted } from '../../ui/counted.ts'

type Words = { readonly title: string; readonly detail: string }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function linesOf(args: Record<string, unknown>): Record<string, unknown>[] {
  const lines = Array.isArray(args.lines) ? args.lines : isRecord(args.cart) && Array.isArray(args.cart.lines) ? args.cart.lines : []
  return lines.filter(isRecord)
}

/** Total of a sale in cents. An amount that is missing or impossible counts as 0, because the arguments may come from any version or person. */
export function saleCents({ args }: Pick<PendingEntry, 'args'>): Cents {
  if (!isRecord(args)) return ZERO_CENTS
  const sold = linesOf(args).map((line) => numberOf(line.unitPriceCents) * numberOf(line.quantity) - reducedOf(line))
  return sumOf([...sold, numberOf(args.salePriceCents), numberOf(args.amountCents)])
}

function reducedOf({ reductions }: Record<string, unknown>): number {
  const each = Array.isArray(reductions) ? reductions.filter(isRecord) : []
  return each.reduce((sum, { reducedCents }) => sum + numberOf(reducedCents), 0)
}

/** Adds amounts, without those that are no whole cents; 0 for an impossible sum. */
export function sumOf(amounts: readonly number[]): Cents {
  const sum = amounts.filter(Number.isSafeInteger).reduce((total, amount) => total + amount, 0)
  return Number.isSafeInteger(sum) ? cents(sum) : ZERO_CENTS
}

function saleDetail(args: Record<string, unknown>): string {
  const names = linesOf(args)
    .map((line) => text(line.itemName))
    .join(', ')
  return [text(args.displayId), formatCents(saleCents({ args })), names].filter((part) => part !== '').join(' · ')
}

function nameOfItem(args: Record<string, unknown>, view: Pick<View, 'get'>): string {
  if (isRecord(args.texts)) return text(args.texts.itemName)
  const named = text(args.itemName) || text(args.name)
  if (named !== '') return named
  for (const key of ['id', 'itemId', 'masterItemId', 'sourceItemId']) {
    const item = view.get(items, text(args[key]))
    if (item) return item.itemName
  }
  return ''
}

/** Names the action and the subject of an outbox entry. The arguments may come from any version, so every field is checked. */
export function commandWords(entry: Pick<PendingEntry, 'name' | 'args'>, view: Pick<View, 'get'>): Words {
  const args = isRecord(entry.args) ? entry.args : {}
  const title = commandName(entry.name)
  if (entry.name === 'sales.completePosSale') return { title, detail: saleDetail(args) }
  if (entry.name === 'pos.saveCart') {
    const count = linesOf(args).length
    return { title, detail: counted(count, 'line') }
  }
  if (entry.name === 'settings.change') return { title, detail: changesDetail(args.changes) }
  if (entry.name === 'payouts.request') return { title, detail: payoutDetail(args, view) }
  if (Object.hasOwn(DRAWER_DETAILS, entry.name)) return { title, detail: drawerDetail(entry.name, args, view) }
  return { title, detail: nameOfItem(args, view) }
}

/** Amounts of each entry of a drawer, with a word for each. */
const DRAWER_DETAILS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'pos.openShift': { openingCents: 'opened with' },
  'pos.moveCash': { amountCents: '' },
  'pos.closeShift': { countedCents: 'counted', leftCents: 'left' },
}
const MOVE_WORDS: Readonly<Record<string, string>> = { in: 'in', out: 'out', drop: 'to the safe', no_sale: 'no sale' }

function drawerDetail(name: string, args: Record<string, unknown>, view: Pick<View, 'get'>): string {
  const drawer = text(args.drawer) || (view.get(shifts, text(args.shiftId))?.drawer ?? '')
  const amounts = Object.entries(DRAWER_DETAILS[name] ?? {}).map(([field, word]) =>
    `${word} ${formatCents(sumOf([numberOf(args[field])]))}`.trim(),
  )
  return [drawer, MOVE_WORDS[text(args.kind)] ?? '', ...amounts, text(args.reason) || text(args.note)]
    .filter((part) => part !== '')
    .join(' · ')
}

const changesDetail = (changes: unknown): string =>
  isRecord(changes)
    ? Object.entries(changes)
        .map(([field, value]) => `${labelOf(field)}: ${valueWords(field, value)}`)
        .join(' · ')
    : ''

function payoutDetail(args: Record<string, unknown>, view: Pick<View, 'get'>): string {
  const { displayName = '' } = view.get(users, text(args.uid)) ?? {}
  const amount = formatCents(sumOf([numberOf(args.amountCents)]))
  const method = METHOD_NAME[text(args.method) as PayoutMethod] ?? text(args.method)
  return [displayName, amount, method, text(args.handle)].filter((part) => part !== '').join(' · ')
}
