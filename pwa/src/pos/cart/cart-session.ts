import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import { posDisplayId } from '@shop/shared/pos/rules/receipt-number.ts'
import { type Cart, carts, type Tender } from '@shop/shared/pos/schema.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID, settings } from '@shop/shared/settings/schema.ts'
import type { SyncEngine } from '../../sync/api.ts'
import { completionIdOf, saleIdOf, soldLines } from './build-sale.ts'
import { type CartChange, emptyCart } from './cart-changes.ts'
import { dropDraft, leaveDraft, readDraft, withDraft } from './cart-draft.ts'
import { CartKeeper, type KeeperState } from './cart-keeper.ts'
import { fateOf, resumable } from './open-carts.ts'
import { type ReleaseTabLock, takeCart } from './tab-lock.ts'

/** Key under which a tab remembers its cart through a reload. */
const TAB_CART_KEY = 'till-cart'

/** The tax of a sale, and the shift whose drawer takes its cash; null for none. */
type SaleTerms = { readonly taxRateBps: number; readonly shiftId: string | null }

type Opened = { readonly keeper: CartKeeper; readonly release: ReleaseTabLock }

/** The cart of this tab, and the actions on the cart as a whole. The first listener opens a cart, if possible the one that the tab had before a
 *  reload. The cart is released when the last listener leaves. */
export class CartSession {
  private opened: Opened | null = null
  private ending: AbortController | null = null
  private isChoosing = false
  private isLeaving = false
  private percentage: number
  /** Changes that arrive while no cart is open, or while the cart is being ended. They go to the cart that is open next, so that no scan is lost. */
  private readonly held: CartChange[] = []
  private readonly listeners = new Set<() => void>()

  /** `onLost`: another device took the cart over, or ended it. */
  constructor(
    private readonly engine: SyncEngine,
    private readonly onLost: (message: string) => void,
  ) {
    this.percentage = this.proposedPercentage()
  }

  /** Answers null until the cart is found. */
  readonly read = (): KeeperState | null => this.opened?.keeper.read() ?? null

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    if (this.listeners.size === 1) this.begin()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size === 0) this.end()
    }
  }

  readonly change = (change: CartChange): void => {
    if (this.isLeaving || !this.opened) this.held.push(change)
    else this.opened.keeper.change(change)
  }

  async flush(): Promise<void> {
    await this.opened?.keeper.flush()
  }

  /** Parks the cart for any device and opens a new one. If storing fails, keeps the cart and rejects with StorageProblem. */
  async park(label: string): Promise<void> {
    await this.leave((cart) => this.save({ ...cart, status: 'parked', label }))
    this.openNew()
  }

  /** Discards the cart, opens a new one, and answers an undo function. If storing fails, keeps the cart and rejects with StorageProblem. */
  async discard(): Promise<() => Promise<void>> {
    const cart = await this.leave(async (current) => {
      await this.save({ ...current, status: 'discarded' })
      return current
    })
    this.openNew()
    return async () => void (await this.resume(cart))
  }

  /** Opens a waiting cart here and parks the present one unless it is empty. Resolves to false when another tab here has the waiting cart. */
  async resume(row: Cart): Promise<boolean> {
    const release = await takeCart(row.id, false)
    if (!release) return false
    const { clientId } = this.engine
    try {
      await this.leave(async (cart) => {
        if (cart.lines.length > 0) await this.save({ ...cart, status: 'parked' })
        await this.save({ ...row, status: 'open', clientId })
      })
    } catch (problem) {
      release()
      throw problem
    }
    this.open({ ...row, status: 'open', clientId, updatedAtMs: this.engine.nowMs() }, release)
    return true
  }

  /** Sells the cart and opens a new one. If that fails, keeps the cart and rejects with Refusal or StorageProblem. `onSold` runs after the sale is
   *  durable and before the next cart opens, so that the screen changes only once. */
  async complete(tenders: readonly Tender[], terms: SaleTerms, onSold: (saleId: string) => void): Promise<void> {
    onSold(await this.leave((cart) => this.sell(cart, tenders, terms)))
    this.openNew()
  }

  /** The command's id derives from the cart, the device and the content, so that a second tap is the same command. After a refusal that waits for
   *  a person, a new attempt is a new command. */
  private async sell(cart: Cart, tenders: readonly Tender[], { taxRateBps, shiftId }: SaleTerms): Promise<string> {
    const { engine } = this
    const saleId = saleIdOf(cart.id, engine.clientId)
    const lines = soldLines(cart)
    const id = completionIdOf(saleId, { lines, tenders, taxRateBps, shiftId })
    const sale = {
      saleId,
      displayId: '',
      receiptNumber: '',
      cartId: cart.id,
      shiftId,
      taxRateBps,
      consignorPercentage: cart.consignorPercentage,
      lines,
      tenders: [...tenders],
    }
    const wasRefused = engine.board.stateOf(id) === 'attention'
    await engine.run(completePosSale, sale, {
      id: wasRefused ? engine.newId() : id,
      putReceiptNumber: (args, receiptNumber) => ({ ...args, receiptNumber, displayId: receiptNumber && posDisplayId(engine.nowMs()) }),
    })
    return saleId
  }

  private begin(): void {
    const ending = new AbortController()
    this.ending = ending
    const { signal } = ending
    const flush = () => this.flushForGood()
    window.addEventListener('pagehide', flush, { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush(), { signal })
    const endings = [
      this.engine.onChange(({ collections }) => {
        if (collections.has(settings.name)) this.followPercentage()
        if (collections.has(carts.name)) this.followFate()
      }),
      this.engine.board.status.subscribe(() => this.chooseWhenReady()),
    ]
    for (const end of endings) signal.addEventListener('abort', end)
    this.chooseWhenReady()
  }

  private end(): void {
    this.ending?.abort()
    this.ending = null
    this.isChoosing = false
    this.flushForGood()
    this.opened?.release()
    this.opened = null
  }

  /** Saves the cart, and leaves unsaved changes as a draft, because the page may be gone before the save ends. A reloaded page saves the draft. After
   *  a sign-out, in this tab or in another, no draft may stay behind. */
  private flushForGood(): void {
    const keeper = this.opened?.keeper
    if (keeper && !keeper.read().isSaved && !this.engine.ending.aborted) leaveDraft(keeper.read().cart)
    void keeper?.flush()
  }

  /** Waits for the first sync: until the carts have arrived, nobody can tell which of them this tab had. */
  private chooseWhenReady(): void {
    const { phase, lastSyncAtMs } = this.engine.board.status.get()
    const isReady = phase !== 'starting' || lastSyncAtMs !== null
    if (!isReady || this.isChoosing || this.opened || !this.ending) return
    this.isChoosing = true
    void this.choose(this.ending.signal)
  }

  private async choose(signal: AbortSignal): Promise<void> {
    const { clientId, uid, view } = this.engine
    const ownCartId = sessionStorage.getItem(TAB_CART_KEY)
    const draft = readDraft()
    const known = withDraft(view.all(carts), draft, clientId, uid)
    for (const cart of resumable(known, clientId, ownCartId)) {
      const release = await takeCart(cart.id, cart.id === ownCartId)
      if (signal.aborted) return release?.()
      if (!release) continue
      dropDraft()
      this.open(cart, release)
      // saves what the page could not save before its reload
      if (cart === draft) this.opened?.keeper.change((same) => ({ ...same }))
      return
    }
    if (signal.aborted) return
    dropDraft()
    this.openNew()
  }

  private open(cart: Cart, release: ReleaseTabLock): void {
    this.opened?.release()
    const keeper = new CartKeeper(cart, { save: (changed) => this.save(changed), nowMs: () => this.engine.nowMs() })
    this.opened = { keeper, release }
    keeper.subscribe(() => this.opened?.keeper === keeper && this.tell())
    this.settle()
    sessionStorage.setItem(TAB_CART_KEY, cart.id)
    this.tell()
    // another device may have taken the cart over while this tab waited for the lock
    this.followFate()
  }

  private openNew(): void {
    const { engine } = this
    const cart = emptyCart(engine.newId(), engine.clientId, engine.uid, engine.nowMs(), this.percentage)
    let release: ReleaseTabLock = () => undefined
    this.open(cart, () => release())
    void takeCart(cart.id, false).then((taken) => {
      if (!taken) return
      if (this.opened?.keeper.read().cart.id === cart.id) release = taken
      else taken()
    })
  }

  /** Stops saving while `work` ends the cart, and resumes when `work` rejects. */
  private async leave<T>(work: (cart: Cart) => Promise<T>): Promise<T> {
    const current = this.opened
    if (!current) throw new Error('no cart is open')
    this.isLeaving = true
    await current.keeper.close()
    try {
      return await work(current.keeper.read().cart)
    } catch (problem) {
      current.keeper.reopen()
      this.settle()
      throw problem
    }
  }

  private settle(): void {
    this.isLeaving = false
    for (const change of this.held.splice(0)) this.opened?.keeper.change(change)
  }

  private proposedPercentage(): number {
    return (this.engine.view.get(settings, SHOP_SETTINGS_ID) ?? DEFAULT_SETTINGS).defaultSplitPercent
  }

  /** An untouched cart follows the shop's default share. */
  private followPercentage(): void {
    const before = this.percentage
    this.percentage = this.proposedPercentage()
    const current = this.read()
    if (before === this.percentage || !current || this.isLeaving || current.cart.consignorPercentage === this.percentage) return
    const isTouched = !current.isSaved || current.cart.lines.length > 0 || this.engine.view.get(carts, current.cart.id) !== undefined
    if (!isTouched) this.openNew()
  }

  /** Releases a cart that another tablet took over or ended. */
  private followFate(): void {
    if (!this.opened || this.isLeaving) return
    const { keeper } = this.opened
    const fate = fateOf(this.engine.view.get(carts, keeper.read().cart.id), this.engine.clientId)
    if (fate === 'ours') return
    this.isLeaving = true
    void keeper.close()
    this.openNew()
    this.onLost(
      fate === 'takenOver'
        ? 'This cart was taken over on another device. Here is a new one.'
        : 'This cart was ended on another device. Here is a new one.',
    )
  }

  private save(cart: Cart): Promise<unknown> {
    return this.engine.run(saveCart, { cart })
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener()
  }
}
