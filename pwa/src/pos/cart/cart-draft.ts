import { type Cart, cartSchema } from '@shop/shared/pos/schema.ts'

/** Where a tab that is about to reload leaves a cart it may not get to save: databases do not finish their work for a page that is gone. */
const DRAFT_KEY = 'till-draft'

/** Leaves a cart behind, at once. */
export function leaveDraft(cart: Cart): void {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(cart))
  } catch {
    // without room for it, what was typed in the last moment is lost; the cart itself is saved
  }
}

/** Takes what was left behind, once. */
export function takeDraft(): Cart | null {
  try {
    const text = sessionStorage.getItem(DRAFT_KEY)
    sessionStorage.removeItem(DRAFT_KEY)
    return text === null ? null : (cartSchema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}

/** The shop's carts with a draft in place of the row it is a later state of. A cart that ended or went elsewhere meanwhile stays as it is. */
export function withDraft(carts: readonly Cart[], draft: Cart | null, deviceId: string, uid: string): readonly Cart[] {
  if (draft === null || draft.status !== 'open' || draft.clientId !== deviceId || draft.byUid !== uid) return carts
  const row = carts.find((cart) => cart.id === draft.id)
  if (!row) return [...carts, draft]
  const isLater = row.status === 'open' && row.clientId === deviceId && draft.updatedAtMs >= row.updatedAtMs
  return isLater ? carts.map((cart) => (cart === row ? draft : cart)) : carts
}
