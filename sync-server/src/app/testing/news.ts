import { randomBytes } from 'node:crypto'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { completePosSale } from '@shop/shared/sales/commands/complete-pos-sale.ts'
import { voidPosSale } from '@shop/shared/sales/commands/void-pos-sale.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { freshId, queued } from '../../platform/testing/commands.ts'
import type { TestShop } from './shop.ts'

/** A line of a sale at the till. */
export type Line = {
  readonly itemName: string
  readonly consignorId?: string | null
  readonly unitPriceCents?: number
  readonly quantity?: number
}

export function tillSale(lines: readonly Line[], more: { saleId?: string; atMs?: number } = {}): QueuedCommand {
  const atMs = more.atMs ?? Date.now()
  const saleId = more.saleId ?? freshId()
  const sold = lines.map(({ itemName, consignorId = null, unitPriceCents = 2_000, quantity = 1 }) => ({
    id: freshId(),
    itemId: null,
    itemName,
    barcode: '',
    imageUrl: '',
    consignorId,
    consignorName: 'Ann Consignor',
    unitPriceCents,
    quantity,
    consignorPercentage: consignorId === null ? 0 : 50,
  }))
  const totalCents = sold.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0)
  return {
    ...queued(completePosSale, {
      saleId,
      displayId: `POS-${atMs}`,
      receiptNumber: `A-${saleId.slice(-6)}`,
      cartId: freshId(),
      taxRateBps: 0,
      consignorPercentage: 50,
      lines: sold,
      tenders: [{ kind: 'cash', label: '', amountCents: totalCents, givenCents: null }],
    }),
    id: uuidv7(atMs, randomBytes(10)),
    at: atMs,
  }
}

/** Builds the command that voids a sale of `tillSale`. */
export function undoing(sale: QueuedCommand): QueuedCommand {
  const { saleId, lines } = sale.args as { saleId: string; lines: { consignorId: string | null }[] }
  const consignorIds = [...new Set(lines.map(({ consignorId }) => consignorId).filter((id) => id !== null))]
  return queued(voidPosSale, { saleId, itemIds: [], consignorIds, reason: 'A slip', goods: 'back' })
}

/** Pushes a tablet's outbox in one batch, and answers the outcome of each command. */
export async function pushAs(shop: TestShop, token: string, ...commands: QueuedCommand[]): Promise<string[]> {
  const { status, body } = await shop.ask('POST', '/sync/push', { clientId: freshId(), protocol: PROTOCOL_VERSION, commands }, { token })
  if (status !== 200) throw new Error(`the push answered ${status} ${JSON.stringify(body)}`)
  return body.results.map((result: { status: string }) => result.status)
}

/** Makes all waiting jobs due, except scheduled ones, and runs them. */
export async function later(platform: Platform): Promise<void> {
  await sql`update jobs set run_at = now() where status = 'waiting' and schedule_key is null`.execute(platform.db)
  await platform.jobs.drain()
}
