import { posDisplayId } from '@shop/shared/pos/rules/receipt-number.ts'
import type { Cart, Tender } from '@shop/shared/pos/schema.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { useCallback, useRef } from 'react'
import { deviceId, newId, nextReceiptNumber, nowMs, usePending, useRunCommand } from '../sync/api.ts'
import { soldLines } from './cart/build-sale.ts'
import { completionIdOf, saleIdOf } from './cart/cart-changes.ts'

/** Completes a cart: resolves to the sale's id once it is durable on this device. Rejects with Refusal or StorageProblem; nothing is sold then. */
export type CompleteSale = (cart: Cart, tenders: readonly Tender[], taxRateBps: number) => Promise<string>

/** The command's id follows from the cart, the device and what is sold, so that a second tap is the same command; where a person has to look at a
 *  refused one, a new attempt is a new command. */
export function useCompleteSale(): CompleteSale {
  const runCommand = useRunCommand()
  const pending = usePending()
  const latest = useRef(pending)
  latest.current = pending
  return useCallback(
    async (cart, tenders, taxRateBps) => {
      const saleId = saleIdOf(cart.id, deviceId())
      const lines = soldLines(cart)
      const id = completionIdOf(saleId, { lines, tenders, taxRateBps })
      const wasRefused = latest.current.some((entry) => entry.id === id && entry.state === 'attention')
      await runCommand(
        completePosSale,
        {
          saleId,
          displayId: posDisplayId(nowMs()),
          receiptNumber: await nextReceiptNumber(),
          cartId: cart.id,
          taxRateBps,
          consignorPercentage: cart.consignorPercentage,
          lines,
          tenders: [...tenders],
        },
        { id: wasRefused ? newId() : id },
      )
      return saleId
    },
    [runCommand],
  )
}
