import { type Cart, cartSchema } from '@shop/shared/pos/schema.ts'

/** Key of the draft that a tab stores before a reload. The database may not finish a save for a page that is gone. */
const DRAFT_KEY = 'till-draft'

/** Stores the cart synchronously. */
export function leaveDraft(cart: Cart): void {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(cart))
  } catch {
    // without space only the last keystrokes are lost: the cart itself is saved
  }
}

/** The draft that this tab left; null without one. */
export function readDraft(): Cart | null {
  try {
    const text = sessionStorage.getItem(DRAFT_KEY)
    return text === null ? null : (cartSchema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}

/** Removes the draft. Call it only once a cart is open: a screen that closes while it looks for its cart leaves the draft to the next one. */
export function dropDraft(): void {
  sessionStorage.removeItem(DRAFT_KEY)
}

/** The shop's carts, with the draft in place of its older row. A cart that ended or moved to another device meanwhile stays as it is. */
export function withDraft(carts: readonly Cart[], draft: Cart | null, deviceId: string, uid: string): readonly Cart[] {
  if (draft === null || draft.status !== 'open' || draft.clientId !== deviceId || draft.byUid !== uid) return carts
  const row = carts.find((cart) => cart.id === draft.id)
  if (!row) return [...carts, draft]
  const isLater = row.status === 'open' && row.clientId === deviceId && draft.updatedAtMs >= row.updatedAtMs
  return isLater ? carts.map((cart) => (cart === row ? draft : cart)) : carts
}
