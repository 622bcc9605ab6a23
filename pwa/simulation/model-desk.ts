import { closeAccount } from '@shop/shared/accounts/commands/close-account.ts'
import { migrateAccount } from '@shop/shared/accounts/commands/migrate-account.ts'
import { importItems } from '@shop/shared/inventory/commands/import-items.ts'
import { BLANK_ITEM_TEXTS } from '@shop/shared/inventory/rules/item-texts.ts'
import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { adjustBalance } from '@shop/shared/sales/commands/adjust-balance.ts'
import { type Sale, sales } from '@shop/shared/sales/schema.ts'
import type { ModelDisk } from './model-disk.ts'
import type { CallRequest, DeskRequest } from './simulated-server.ts'

export const IMPORTED_FILE = 'goods.csv'

/** The rows that a page makes of a file's lines. */
export const importRowsOf = ({ rows }: DeskRequest & { do: 'import' }) =>
  rows.map(({ itemId: id, barcode: barcode1, quantity }, at) => ({
    ...{ id, line: at + 1, quantity },
    texts: { ...BLANK_ITEM_TEXTS, itemName: 'From a file', barcode1 },
  }))

/** True for a call of an admin's page; false for one of the marketplace. */
export const isAtDesk = (request: CallRequest): request is DeskRequest => ['adjust', 'migrate', 'close', 'import'].includes(request.do)

/** The command that the real server's call would run, with arguments from the rows of this moment. */
export function commandOfDesk(disk: ModelDisk, request: DeskRequest): { command: AnyCommand; args: unknown } {
  switch (request.do) {
    case 'adjust': {
      const { uid, targetCents, seenCents } = request
      return { command: adjustBalance, args: { uid, targetCents, seenCents, reason: 'simulated' } }
    }
    case 'close':
      return { command: closeAccount, args: { uid: request.uid } }
    case 'import': {
      const { key: importId, uid: consignorId, mode } = request
      return { command: importItems, args: { importId, consignorId, mode, fileName: IMPORTED_FILE, rows: importRowsOf(request) } }
    }
    case 'migrate': {
      const { fromUid, toUid } = request
      const sold = disk.all<Sale>(sales).filter(({ consignorId }) => consignorId === fromUid)
      const posSaleIds = [...new Set(sold.flatMap(({ posSaleId }) => posSaleId ?? []))]
      return { command: migrateAccount, args: { fromUid, toUid, posSaleIds } }
    }
  }
}
