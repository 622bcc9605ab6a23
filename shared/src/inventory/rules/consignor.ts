import { presentConsignor } from '../../accounts/rules/successor.ts'
import type { User } from '../../accounts/schema.ts'
import type { CommandTx } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { inventoryRefusals } from '../errors.ts'

/** Refuses CONSIGNOR_NOT_FOUND (404) when nobody has the account or it is closed. */
export function requireOpenConsignor(consignor: User | undefined): User {
  if (!consignor || consignor.closedAtMs !== null) throw refusal(inventoryRefusals, 'CONSIGNOR_NOT_FOUND')
  return consignor
}

/** Gets the consignor, or the account to which the consignor's was migrated; `touchesOfAccount` or `touchesOfConsignor` has to name `uid`. Refuses
 *  CONSIGNOR_NOT_FOUND. */
export const requireConsignor = (tx: CommandTx, uid: string): User => requireOpenConsignor(presentConsignor(tx, uid))
