import { formatCents } from '@shop/shared/kernel/money.ts'
import type { PendingFile } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { saleCents, sumOf } from './command-words.ts'

type Command = PendingFile['commands'][number]

/** One person's share of opened work: what it consists of, in words, and its first and last time. */
export type LeftBy = { readonly uid: string; readonly words: string; readonly firstAtMs: number; readonly lastAtMs: number }

type Kind = { readonly names: readonly string[]; readonly words: (count: number) => string }

const SALE: Kind = {
  names: ['sales.completePosSale', 'sales.record', 'sales.custom', 'inventory.sellMaster'],
  words: (count) => counted(count, 'sale'),
}
/** Commands that read alike, in the order in which they are listed. */
const KINDS: readonly Kind[] = [
  SALE,
  { names: ['sales.refund'], words: (count) => counted(count, 'return') },
  { names: ['sales.voidPosSale', 'sales.voidRecordedSale'], words: (count) => counted(count, 'void') },
  {
    names: ['pos.openShift', 'pos.closeShift', 'pos.moveCash'],
    words: (count) => counted(count, 'drawer entry', 'drawer entries'),
  },
  { names: ['inventory.addMaster', 'inventory.addConsignor'], words: (count) => `${counted(count, 'item')} added` },
  { names: ['inventory.massInput'], words: (count) => counted(count, 'mass input') },
  { names: ['inventory.edit'], words: (count) => counted(count, 'item change') },
  { names: ['inventory.remove'], words: (count) => `${counted(count, 'item')} deleted` },
  { names: ['inventory.allocate', 'inventory.copyToConsignor'], words: (count) => `${counted(count, 'item')} given to consignors` },
  {
    names: ['inventory.addCategory', 'inventory.editCategory', 'inventory.removeCategory'],
    words: (count) => counted(count, 'category change'),
  },
  { names: ['sales.edit'], words: (count) => counted(count, 'sale change') },
  {
    names: ['inventory.settleDiscrepancy', 'sales.settleSuspendedSale'],
    words: (count) => `${counted(count, 'discrepancy', 'discrepancies')} settled`,
  },
  {
    names: ['payouts.request', 'payouts.markPaid', 'payouts.undoPaid', 'payouts.remove'],
    words: (count) => counted(count, 'payout change'),
  },
  {
    names: ['shipments.submit', 'shipments.edit', 'shipments.remove', 'shipments.setStatus'],
    words: (count) => counted(count, 'shipment change'),
  },
  { names: ['settings.change'], words: (count) => counted(count, 'settings change') },
  {
    names: ['editProfile', 'addAddress', 'editAddress', 'removeAddress', 'setDefaultAddress'].map((name) => `accounts.${name}`),
    words: (count) => counted(count, 'profile change'),
  },
  { names: ['pos.saveCart'], words: (count) => `${counted(count, 'cart')} saved` },
]
/** Commands that `KINDS` does not list, for example a newer version's. */
const OTHER: Kind = { names: [], words: (count) => counted(count, 'other change') }

const kindOf = (command: Command) => KINDS.find(({ names }) => names.includes(command.name)) ?? OTHER

/** For example "12 sales, $340.50 · 2 voids · 5 items added". */
function wordsOf(commands: readonly Command[]): string {
  return [...KINDS, OTHER]
    .flatMap((kind) => {
      const these = commands.filter((command) => kindOf(command) === kind)
      if (these.length === 0) return []
      return kind === SALE ? `${kind.words(these.length)}, ${formatCents(sumOf(these.map(saleCents)))}` : kind.words(these.length)
    })
    .join(' · ')
}

/** Sums up unsent work by author, for the person who is about to send it. Only the files say who the authors are. */
export function leftBy(files: readonly PendingFile[]): readonly LeftBy[] {
  const byAuthor = new Map<string, Command[]>()
  for (const file of files)
    for (const command of file.commands) {
      const author = command.madeBy?.[0] ?? file.uid
      const list = byAuthor.get(author) ?? []
      list.push(command)
      byAuthor.set(author, list)
    }
  return [...byAuthor].map(([uid, commands]) => {
    const times = commands.map(({ at }) => at)
    const bound = (pick: (a: number, b: number) => number) => times.reduce((a, b) => pick(a, b))
    return { uid, words: wordsOf(commands), firstAtMs: bound(Math.min), lastAtMs: bound(Math.max) }
  })
}
