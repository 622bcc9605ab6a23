import type { CommandTx } from '../../kernel/define-command.ts'
import { users } from '../schema.ts'
import { isErased } from './erasure.ts'

/** Replaces the names of erased consignors in the lines of a sale or cart, because a till that was offline still sends the real names. The command's
 *  touches must name the consignors. */
export function withoutErasedNames<Line extends { readonly consignorId: string | null; readonly consignorName: string }>(
  tx: CommandTx,
  lines: readonly Line[],
): Line[] {
  return lines.map((line) => {
    const owner = line.consignorId === null ? undefined : tx.get(users, line.consignorId)
    if (!owner || !isErased(owner) || line.consignorName === owner.displayName) return line
    tx.forgetArgs()
    return { ...line, consignorName: owner.displayName }
  })
}
