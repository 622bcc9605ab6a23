import { saveCart } from '@shop/shared/pos/commands/save-cart.ts'
import { type Cart, carts } from '@shop/shared/pos/schema.ts'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { deviceId, newId, nowMs, useLive, useRunCommand } from '../../sync/api.ts'
import { type CartChange, emptyCart } from './cart-changes.ts'
import { leaveDraft, takeDraft, withDraft } from './cart-draft.ts'
import { CartKeeper, type KeeperState } from './cart-keeper.ts'
import { fateOf, resumable } from './open-carts.ts'
import { type ReleaseTabLock, takeCart } from './tab-lock.ts'

/** Where a tab remembers its cart through a reload. */
const TAB_CART_KEY = 'till-cart'

/** The cart of this tab and what can be done with it as a whole. */
export type CartSession = {
  /** Null for the moment it takes to find the cart this tab had before a reload. */
  readonly state: KeeperState | null
  readonly change: (change: CartChange) => void
  /** Saves what is not saved yet. */
  readonly flush: () => Promise<void>
  /** Puts the cart aside for any device and opens a new one. Rejects with StorageProblem, and keeps it. */
  readonly park: (label: string) => Promise<void>
  /** Throws the cart away and opens a new one; the answer brings it back. Rejects with StorageProblem, and keeps it. */
  readonly discard: () => Promise<() => Promise<void>>
  /** Opens a waiting cart here; the present one is parked if there is something in it. Resolves to false when another tab of this device has it. */
  readonly resume: (cart: Cart) => Promise<boolean>
  /** Holds saving while `work` completes the cart, then opens a new one; goes on with this one when `work` rejects. */
  readonly completing: <T>(work: (cart: Cart) => Promise<T>) => Promise<T>
}

type Opened = { readonly keeper: CartKeeper; readonly release: ReleaseTabLock }

/** `uid`: the cashier. `defaultPercent`: consignors' share proposed for a new cart. `onLost`: the cart was taken over or ended elsewhere. */
export function useCartSession(ports: {
  uid: string
  isReady: boolean
  defaultPercent: number
  onLost: (message: string) => void
}): CartSession {
  const runCommand = useRunCommand()
  const latest = useRef(ports)
  latest.current = ports
  const [opened, setOpened] = useState<Opened | null>(null)
  const openedRef = useRef<Opened | null>(null)
  const isLeaving = useRef(false)
  /** Changes that came before a cart was open, or while it was being completed or parked: a scan then is not lost, it belongs to what is open after that. */
  const held = useRef<CartChange[]>([])
  const settle = useCallback(() => {
    isLeaving.current = false
    for (const change of held.current.splice(0)) openedRef.current?.keeper.change(change)
  }, [])
  const rows = useLive((view) => view.all(carts), [])
  const rowsRef = useRef(rows)
  rowsRef.current = rows

  const save = useCallback((cart: Cart) => runCommand(saveCart, { cart }), [runCommand])

  const open = useCallback(
    (cart: Cart, release: ReleaseTabLock) => {
      openedRef.current?.release()
      const next = { keeper: new CartKeeper(cart, { save, nowMs }), release }
      openedRef.current = next
      settle()
      sessionStorage.setItem(TAB_CART_KEY, cart.id)
      setOpened(next)
    },
    [save, settle],
  )

  const openNew = useCallback(() => {
    const cart = emptyCart(newId(), deviceId(), latest.current.uid, nowMs(), latest.current.defaultPercent)
    let release: ReleaseTabLock = () => undefined
    open(cart, () => release())
    void takeCart(cart.id, false).then((taken) => {
      if (!taken) return
      if (openedRef.current?.keeper.read().cart.id === cart.id) release = taken
      else taken()
    })
  }, [open])

  useEffect(() => {
    if (!ports.isReady || openedRef.current) return
    let isCancelled = false
    const choose = async () => {
      const ownCartId = sessionStorage.getItem(TAB_CART_KEY)
      const draft = takeDraft()
      const known = withDraft(rowsRef.current, draft, deviceId(), latest.current.uid)
      for (const cart of resumable(known, deviceId(), ownCartId)) {
        const release = await takeCart(cart.id, cart.id === ownCartId)
        if (isCancelled) return release?.()
        if (!release) continue
        open(cart, release)
        // What the page before did not get to save is saved now.
        if (cart === draft) openedRef.current?.keeper.change((same) => ({ ...same }))
        return
      }
      if (!isCancelled) openNew()
    }
    void choose()
    return () => {
      isCancelled = true
    }
  }, [ports.isReady, open, openNew])

  // Nothing was done with the open cart yet: it takes the share that the shop proposes now.
  useEffect(() => {
    const current = openedRef.current?.keeper.read()
    if (!current || isLeaving.current || current.cart.consignorPercentage === ports.defaultPercent) return
    const isTouched = !current.isSaved || current.cart.lines.length > 0 || rowsRef.current.some((row) => row.id === current.cart.id)
    if (!isTouched) openNew()
  }, [ports.defaultPercent, openNew])

  useEffect(() => {
    const flush = () => {
      const keeper = openedRef.current?.keeper
      if (keeper && !keeper.read().isSaved) leaveDraft(keeper.read().cart)
      void keeper?.flush()
    }
    const onVisibility = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onVisibility)
      flush()
      openedRef.current?.release()
      openedRef.current = null
    }
  }, [])

  // Another tablet took the cart over, or ended it: this tab lets go of it.
  useEffect(() => {
    const keeper = opened?.keeper
    if (!keeper || isLeaving.current || keeper !== openedRef.current?.keeper) return
    const fate = fateOf(
      rows.find((row) => row.id === keeper.read().cart.id),
      deviceId(),
    )
    if (fate === 'ours') return
    isLeaving.current = true
    void keeper.close()
    openNew()
    latest.current.onLost(
      fate === 'takenOver'
        ? 'This cart was taken over on another device. Here is a new one.'
        : 'This cart was ended on another device. Here is a new one.',
    )
  }, [rows, opened, openNew])

  const leave = useCallback(
    async <T>(work: (cart: Cart) => Promise<T>): Promise<T> => {
      const current = openedRef.current
      if (!current) throw new Error('no cart is open')
      isLeaving.current = true
      await current.keeper.close()
      try {
        return await work(current.keeper.read().cart)
      } catch (problem) {
        current.keeper.reopen()
        settle()
        throw problem
      }
    },
    [settle],
  )

  const resume = useCallback(
    async (row: Cart) => {
      const release = await takeCart(row.id, false)
      if (!release) return false
      try {
        await leave(async (cart) => {
          if (cart.lines.length > 0) await save({ ...cart, status: 'parked' })
          await save({ ...row, status: 'open', clientId: deviceId() })
        })
      } catch (problem) {
        release()
        throw problem
      }
      open({ ...row, status: 'open', clientId: deviceId(), updatedAtMs: nowMs() }, release)
      return true
    },
    [leave, open, save],
  )

  return {
    state: useKeeper(opened?.keeper ?? null),
    change: useCallback((change) => {
      if (isLeaving.current || !openedRef.current) held.current.push(change)
      else openedRef.current?.keeper.change(change)
    }, []),
    flush: useCallback(async () => openedRef.current?.keeper.flush(), []),
    park: useCallback(
      async (label) => {
        await leave((cart) => save({ ...cart, status: 'parked', label }))
        openNew()
      },
      [leave, openNew, save],
    ),
    discard: useCallback(async () => {
      const cart = await leave(async (current) => {
        await save({ ...current, status: 'discarded' })
        return current
      })
      openNew()
      return async () => void (await resume(cart))
    }, [leave, openNew, resume, save]),
    resume,
    completing: useCallback(
      async (work) => {
        const result = await leave(work)
        openNew()
        return result
      },
      [leave, openNew],
    ),
  }
}

const nothing = () => () => undefined
const none = () => null

function useKeeper(keeper: CartKeeper | null): KeeperState | null {
  return useSyncExternalStore<KeeperState | null>(keeper?.subscribe ?? nothing, keeper?.read ?? none)
}
