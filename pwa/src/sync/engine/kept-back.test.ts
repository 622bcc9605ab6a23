import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { markPayoutPaid } from '@shop/shared/payouts/commands/mark-payout-paid.ts'
import { recordCustomSale } from '@shop/shared/sales/commands/record-custom-sale.ts'
import { testId } from '@shop/shared/testing/memory-shop.ts'
import { expect, it } from 'vitest'
import { ServerProblem } from '../ports/ports.ts'
import type { OutboxEntry } from '../ports/records.ts'
import { KeptBack } from './kept-back.ts'

const known: readonly AnyCommand[] = [markPayoutPaid, recordCustomSale, addMasterItem]
const [present, earlier] = [testId(1), testId(2)]

let seq = 0
const waiting = ({ name, version }: AnyCommand, args: unknown): OutboxEntry => ({
  ...{ id: testId(++seq), name, version, args, at: 1, seq, replaceKey: '', bytes: 1 },
  ...{ sent: false, answered: null, answers: 0, held: null, changed: 1 },
})

it('keeps a command whose account may be migrated to the account of a command that the server does not know', () => {
  const keptBack = new KeptBack({ findCommand: (name) => known.find((one) => one.name === name) })
  keptBack.add(waiting(markPayoutPaid, { payoutId: testId(3), uid: present }), new ServerProblem('refused', 'unknown'))
  const sale = { saleId: testId(4), consignorId: earlier, itemName: 'Lamp', amountCents: 100 }
  const item = { id: testId(5), texts: { itemName: 'Cup', barcode1: '1' }, quantity: 1 }
  expect(keptBack.has(waiting(recordCustomSale, sale))).toBe(true)
  expect(keptBack.has(waiting(addMasterItem, item))).toBe(false)
})
