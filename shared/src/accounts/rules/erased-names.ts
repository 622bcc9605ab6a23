import type { CommandTx } from '../../kernel/define-command.ts'
import { users } from '../schema.ts'
import { isErased } from './erasure.ts'

/** Puts the made-up names of erased consignors into the lines of a sale or cart, because a till that was offline still sends their real names. The
 *  command's touches must name the consignors. */
export function withoutErasedNames<Line extends { readonly consignorId: string | null; readonly consignorName: string }>(
  tx: CommandTx,
  lines: readonly Line[],
): Line[] {
  return lines.map((line) => {
    const owner = line.consignorId === null ? undefined : tx.get(users, line.consignorId)
    return owner && isErased(owner) ? { ...line, consignorName: owner.displayName } : line
  })
}
