import { isOwner } from '../../accounts/rules/successor.ts'
import type { CommandTx } from '../../kernel/define-command.ts'
import { refusal } from '../../kernel/errors.ts'
import { payoutRefusals } from '../errors.ts'
import { type Payout, payouts } from '../schema.ts'

/** Gets a payout of this consignor, or of the account to which this one was migrated. Refuses PAYOUT_NOT_FOUND. */
export function requirePayout(tx: CommandTx, payoutId: string, uid: string): Payout {
  const payout = tx.get(payouts, payoutId)
  if (!payout || !isOwner(tx, payout.uid, uid)) throw refusal(payoutRefusals, 'PAYOUT_NOT_FOUND')
  return payout
}
