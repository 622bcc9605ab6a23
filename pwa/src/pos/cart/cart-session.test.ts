import { cents } from '@shop/shared/kernel/money.ts'
import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import { type Cart, carts, posSales } from '@shop/shared/pos/schema.ts'
import { editSettings } from '@shop/shared/settings/commands.ts'
import { DEFAULT_SETTINGS, SHOP_SETTINGS_ID, settings } from '@shop/shared/settings/schema.ts'
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SyncEngine } from '../../sync/engine/engine.ts'
import { deviceClock } from '../../sync/ports/browser-ports.ts'
import { StorageProblem } from '../../sync/ports/contract.ts'
import { gunzipText } from '../../sync/ports/gzip.ts'
import { IndexedDbDatabase } from '../../sync/ports/indexed-db.ts'
import { MemoryDatabase, MemoryDisk } from '../../sync/ports/memory-database.ts'
import { MemoryChannels, MemoryLocks } from '../../sync/ports/memory-ports.ts'
import type { Database, Server } from '../../sync/ports/ports.ts'
import { addLine, freeLine } from './cart-changes.ts'
import { CartSession } from './cart-session.ts'

const UID = '01900000-0000-7000-8000-0000000000aa'
const TERMS = { taxRateBps: 825, shiftId: '01900000-0000-7000-8000-0000000000dd' }

/** A database that can store a transaction and then throw, as if the transaction had failed. */
class ForgetfulDatabase extends MemoryDatabase {
  losesNextAnswer = false
  override async transact<T>(...[mode, tables, work]: Parameters<Database['transact']>): Promise<T> {
    const result = await super.transact(mode, tables, work)
    if (mode === 'write' && this.losesNextAnswer) {
      this.losesNextAnswer = false
      throw new StorageProblem('blocked')
    }
    return result as T
  }
}

/** An offline till: its storage, its tabs, and each tab's memory of its cart. */
class Till {
  readonly disk = new MemoryDisk()
  private readonly locks = new MemoryLocks()
  private readonly channels = new MemoryChannels()
  private readonly endings: (() => void)[] = []
  readonly lost: string[] = []

  begin(): void {
    const { tryHold, hold } = this.locks.portFor()
    const request = (name: string, options: { ifAvailable?: boolean; signal?: AbortSignal }, work: (lock?: object) => Promise<unknown>) =>
      options.ifAvailable ? tryHold(name, () => work({})).then((held) => held ?? work()) : hold(name, () => work({}), options.signal)
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
    vi.stubGlobal('navigator', { locks: { request } })
    this.newTab()
  }

  /** Continues in a new tab. */
  newTab(): void {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
  }

  end(): void {
    for (const end of this.endings.reverse()) end()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }

  async engine(database: Database = new MemoryDatabase(this.disk)): Promise<SyncEngine> {
    const server = {} as Server
    const ports = {
      ...{ database, server, lock: this.locks.portFor(), channel: this.channels.port(), clock: deviceClock },
      ...{ gunzip: gunzipText, log: () => undefined },
    }
    const engine = await SyncEngine.open(ports, { uid: UID, actor: () => ({ uid: UID, role: 'admin', wasAdmin: false }) })
    this.endings.push(() => engine.stop())
    return engine
  }

  /** Shows the session on a screen; the returned `hide` unmounts that screen. */
  async session(engine: SyncEngine) {
    const session = new CartSession(engine, (message) => this.lost.push(message))
    const leave = session.subscribe(() => undefined)
    this.endings.push(leave)
    await vi.waitFor(() => expect(session.read()).not.toBeNull())
    return Object.assign(session, { hide: leave, cart: () => session.read()?.cart as Cart })
  }
}

let till: Till
beforeEach(() => {
  till = new Till()
  till.begin()
})
afterEach(() => till.end())

const bag = (engine: SyncEngine) => addLine(freeLine(engine.newId(), 'Bag', '', cents(250)))
const cash = { kind: 'cash' as const, label: '', amountCents: cents(250), givenCents: cents(300) }
const rowOf = (engine: SyncEngine, cart: Cart) => engine.view.get(carts, cart.id)

describe('a cart session', () => {
  it('opens an empty cart with the shop’s default share, and follows that share until the cart changes', async () => {
    const engine = await till.engine()
    const session = await till.session(engine)
    engine.replica.rows.set(settings.name, SHOP_SETTINGS_ID, { ...DEFAULT_SETTINGS, id: SHOP_SETTINGS_ID })
    const first = session.cart()
    expect(first).toMatchObject({ status: 'open', lines: [], byUid: UID, clientId: engine.clientId, consignorPercentage: 50 })
    await engine.run(editSettings, { changes: { defaultSplitPercent: 60 } })
    expect(session.cart()).toMatchObject({ consignorPercentage: 60 })
    session.change(bag(engine))
    const touched = session.cart()
    await engine.run(editSettings, { changes: { defaultSplitPercent: 70 } })
    expect(session.cart()).toEqual(touched)
  })

  it('finds its cart after a reload, with the changes that were not saved yet', async () => {
    const engine = await till.engine()
    const before = await till.session(engine)
    before.change(bag(engine))
    await before.flush()
    before.change(bag(engine))
    const { id, lines } = before.cart()
    before.hide()
    expect(before.read()).toBeNull()
    const after = await till.session(await till.engine())
    expect(after.cart()).toMatchObject({ id, lines })
    await after.flush()
    expect(rowOf(engine, after.cart())?.lines).toHaveLength(2)
  })

  it('finds its cart with the unsaved changes although the screen closed while it looked', async () => {
    const engine = await till.engine()
    const before = await till.session(engine)
    before.change(bag(engine))
    await before.flush()
    till.disk.problem = 'full'
    before.change(bag(engine))
    const { id, lines } = before.cart()
    before.hide()
    till.disk.problem = null
    const reloaded = await till.engine()
    new CartSession(reloaded, () => undefined).subscribe(() => undefined)()
    const after = await till.session(reloaded)
    expect(after.cart()).toMatchObject({ id, lines })
  })

  it('leaves a cart alone while another tab has it, and takes it once that tab is gone', async () => {
    const engine = await till.engine()
    const one = await till.session(engine)
    one.change(bag(engine))
    await one.flush()
    till.newTab()
    const two = await till.session(await till.engine())
    expect(two.cart().id).not.toBe(one.cart().id)
    expect(await two.resume(one.cart())).toBe(false)
    const row = rowOf(engine, one.cart()) as Cart
    one.hide()
    await vi.waitFor(async () => expect(await two.resume(row)).toBe(true))
    expect(two.cart()).toMatchObject({ id: row.id, status: 'open', lines: [{ itemName: 'Bag' }] })
  })

  it('keeps scans that arrive before a cart is open', async () => {
    const engine = await till.engine()
    engine.noteLeader({ phase: 'starting' })
    const session = new CartSession(engine, () => undefined)
    const leave = session.subscribe(() => undefined)
    session.change(bag(engine))
    await Promise.resolve()
    expect(session.read()).toBeNull()
    engine.noteLeader({ phase: 'idle' })
    await vi.waitFor(() => expect(session.read()?.cart.lines).toHaveLength(1))
    leave()
  })

  it('parks a cart, and parks the present cart when an earlier one is resumed', async () => {
    const engine = await till.engine()
    const session = await till.session(engine)
    session.change(bag(engine))
    const first = session.cart()
    await session.park('red jacket')
    expect(rowOf(engine, first)).toMatchObject({ status: 'parked', label: 'red jacket', lines: [{ itemName: 'Bag' }] })
    expect(session.cart().lines).toEqual([])
    session.change(bag(engine))
    const second = session.cart()
    expect(await session.resume(rowOf(engine, first) as Cart)).toBe(true)
    expect(session.cart()).toMatchObject({ id: first.id, status: 'open', lines: first.lines })
    expect(rowOf(engine, second)).toMatchObject({ status: 'parked', lines: second.lines })
    expect(till.lost).toEqual([])
  })

  it('discards a cart, and brings it back', async () => {
    const engine = await till.engine()
    const session = await till.session(engine)
    session.change(bag(engine))
    const { id } = session.cart()
    const undo = await session.discard()
    expect([session.cart().lines, engine.view.get(carts, id)?.status]).toEqual([[], 'discarded'])
    await undo()
    expect(session.cart()).toMatchObject({ id, status: 'open', lines: [{ itemName: 'Bag' }] })
  })

  it('releases a cart that another device takes over, and shows a message', async () => {
    const engine = await till.engine()
    const session = await till.session(engine)
    session.change(bag(engine))
    await session.flush()
    const cart = session.cart()
    await (await till.engine()).run(saveCart, { cart: { ...cart, clientId: engine.newId() } })
    await vi.waitFor(() => expect(till.lost).toEqual(['This cart was taken over on another device. Here is a new one.']))
    expect(session.cart()).toMatchObject({ lines: [], status: 'open' })
    expect(session.cart().id).not.toBe(cart.id)
  })

  it('keeps the cart while the device has no space, and sells it when there is space again', async () => {
    const engine = await till.engine()
    const session = await till.session(engine)
    session.change(bag(engine))
    await session.flush()
    const { id } = session.cart()
    const onSold = vi.fn()
    till.disk.problem = 'full'
    await expect(session.park('')).rejects.toMatchObject({ kind: 'full' })
    await expect(session.complete([cash], TERMS, onSold)).rejects.toMatchObject({ kind: 'full' })
    expect(session.cart()).toMatchObject({ id, status: 'open', lines: [{ itemName: 'Bag' }] })
    expect([onSold.mock.calls, engine.view.count(posSales)]).toEqual([[], 0])
    till.disk.problem = null
    await session.complete([cash], TERMS, onSold)
    expect(engine.view.all(posSales)).toMatchObject([{ cartId: id, receiptNumber: expect.stringMatching(/-0001$/) }])
  })
})

describe('completing a sale', () => {
  it('stores the sale with its receipt number in one strict transaction, and opens the next cart', async () => {
    const indexedDB = new IDBFactory()
    const engine = await till.engine(new IndexedDbDatabase('consign-till', { indexedDB, IDBKeyRange }))
    const session = await till.session(engine)
    for (const nth of [1, 2]) {
      session.change(bag(engine))
      await session.flush()
      const cart = session.cart()
      const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
      const sold: unknown[] = []
      await session.complete([cash], TERMS, (saleId) => sold.push(saleId, session.cart().id))
      const writing = transactions.mock.calls.filter(([, mode]) => mode === 'readwrite')
      expect(writing.map(([, , options]) => options)).toEqual([{ durability: 'strict' }])
      transactions.mockRestore()
      const [sale] = engine.view.where(posSales, 'cartId', cart.id)
      expect(sale).toMatchObject({ totalCents: 250, tenders: [cash], receiptNumber: expect.stringMatching(new RegExp(`-000${nth}$`)) })
      expect(sale?.shiftId).toBe(TERMS.shiftId)
      expect(sold).toEqual([sale?.id, cart.id])
      expect(rowOf(engine, cart)).toMatchObject({ status: 'completed', saleId: sale?.id })
      expect(session.cart()).toMatchObject({ lines: [], status: 'open' })
      expect(session.cart().id).not.toBe(cart.id)
    }
    expect(till.lost).toEqual([])
  })

  it('shows the first receipt when a stored sale seemed to fail and is completed again', async () => {
    const database = new ForgetfulDatabase(till.disk)
    const engine = await till.engine(database)
    const session = await till.session(engine)
    session.change(bag(engine))
    await session.flush()
    const cart = session.cart()
    database.losesNextAnswer = true
    await expect(session.complete([cash], TERMS, () => undefined)).rejects.toBeInstanceOf(StorageProblem)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const sold: string[] = []
    // a shift that ended between the taps makes no second sale
    await session.complete([cash], { ...TERMS, shiftId: null }, (saleId) => sold.push(saleId))
    const sales = engine.view.all(posSales)
    expect(sales).toMatchObject([{ id: sold[0], cartId: cart.id, receiptNumber: expect.stringMatching(/-0001$/) }])
  })

  it('keeps scans for the next cart if they arrive meanwhile', async () => {
    const engine = await till.engine()
    const session = await till.session(engine)
    session.change(bag(engine))
    const { id } = session.cart()
    const completing = session.complete([cash], TERMS, () => session.change(bag(engine)))
    session.change(bag(engine))
    await completing
    expect(engine.view.where(posSales, 'cartId', id).map(({ lines }) => lines.length)).toEqual([1])
    expect(session.cart().lines).toHaveLength(2)
  })

  it('ends the cart for a copy of the tab too', async () => {
    const engine = await till.engine()
    const session = await till.session(engine)
    session.change(bag(engine))
    await session.flush()
    const cart = session.cart()
    await session.complete([cash], TERMS, () => undefined)
    // a copy of the tab, which a browser may restore, still has the completed cart as its draft
    till.newTab()
    sessionStorage.setItem('till-draft', JSON.stringify(cart))
    const copy = await till.session(await till.engine())
    expect(copy.cart().id).not.toBe(cart.id)
    expect(engine.view.count(posSales)).toBe(1)
  })
})
