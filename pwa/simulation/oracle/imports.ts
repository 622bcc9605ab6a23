import type { Deed, ImportedRow, Noted } from './deeds.ts'
import type { Shelf } from './shelf.ts'

/** Goods of one owner with one barcode that took pieces of files. Nobody can tell which of them did. */
export type Heap = { readonly itemIds: readonly string[]; readonly pieces: number }

type NotedImport = Noted & { readonly deed: Extract<Deed, { kind: 'import' }> }
type Goods = {
  /** True for an item that came into being. */
  readonly isMade: (itemId: string) => boolean
  readonly isRemoved: (itemId: string) => boolean
  readonly presentOf: (uid: string | null) => string | null
}

/** The items that came in, by present owner and barcode. */
export class Brought {
  readonly owners = new Map<string, string | null>()
  private readonly since = new Map<string, number>()
  private readonly byKey = new Map<string, string[]>()
  private readonly landed = new Map<string, { readonly row: ImportedRow; readonly noted: NotedImport }[]>()
  private readonly barcodes = new Map<string, string>()
  /** Lines of files that had another outcome than they must have. */
  readonly wrong: string[] = []

  constructor(private readonly goods: Goods) {}

  add({ itemId, owner, barcode }: Extract<Deed, { kind: 'newItem' }>, { fromMs }: Pick<Noted, 'fromMs'>): void {
    this.owners.set(itemId, this.goods.presentOf(owner))
    const own = typeof barcode === 'string' ? barcode : this.barcodes.get(barcode.of)
    if (own === undefined) return
    this.barcodes.set(itemId, own)
    this.since.set(itemId, fromMs)
    const key = this.keyOf(owner, own)
    this.byKey.set(key, [...(this.byKey.get(key) ?? []), itemId])
  }

  /** Sends the pieces of updated goods to the item that must have taken them, if there is one alone. Returns the heaps of the others. */
  settle(imports: readonly NotedImport[], shelf: Shelf): Heap[] {
    for (const noted of imports) for (const row of noted.deed.rows) if (!this.goods.isMade(row.itemId)) this.land(row, noted)
    this.findTwice(imports)
    return [...this.landed].flatMap(([key, rows]) => {
      const itemIds = this.byKey.get(key) ?? []
      const [only, ...others] = itemIds
      if (only === undefined || others.length > 0) return [{ itemIds, pieces: rows.reduce((sum, { row }) => sum + row.quantity, 0) }]
      for (const { row, noted } of rows) shelf.change(only, noted, row.quantity)
      return []
    })
  }

  private keyOf(owner: string | null, barcode: string): string {
    return `${this.goods.presentOf(owner) ?? 'shop'} ${barcode}`
  }

  /** A line makes no item only if its owner had such goods. */
  private land(row: ImportedRow, noted: NotedImport): void {
    const { mode, owner } = noted.deed
    const key = this.keyOf(owner, row.barcode)
    const known = (this.byKey.get(key) ?? []).filter((id) => (this.since.get(id) ?? 0) <= noted.toMs)
    if (mode === 'add' || known.length === 0) this.wrong.push(`the line ${row.itemId} of a file made no item, and its owner had none`)
    else if (mode === 'update') this.landed.set(key, [...(this.landed.get(key) ?? []), { row, noted }])
  }

  /** Goods that an earlier file made, and that nobody removed, are known to later ones. */
  private findTwice(imports: readonly NotedImport[]): void {
    const { isMade, isRemoved } = this.goods
    for (const noted of imports) {
      const { mode, owner, rows } = noted.deed
      if (mode === 'add') continue
      const earlier = imports.filter(({ deed, toMs }) => deed.owner === owner && toMs < noted.fromMs).flatMap(({ deed }) => deed.rows)
      for (const [at, row] of rows.entries()) {
        const known = [...earlier, ...rows.slice(0, at)].filter(({ itemId, barcode }) => barcode === row.barcode && isMade(itemId))
        if (isMade(row.itemId) && known.some(({ itemId }) => !isRemoved(itemId)))
          this.wrong.push(`the line ${row.itemId} of a file made an item, and its owner had such goods`)
      }
    }
  }
}

/** The imports among what people did. */
export const importsAmong = (all: readonly Noted[]): NotedImport[] =>
  all.filter((noted): noted is NotedImport => noted.deed.kind === 'import')
