import type { CommandTx } from '../../kernel/define-command.ts'
import { users } from '../schema.ts'
import { isErased } from './erasure.ts'

/** The lines of a sale or cart with the made-up names of consignors who were erased, because a till that was offline still writes the old ones. The
 *  command's touches name the consignors. */
export function withoutErasedNames<Line extends { readonly consignorId: string | null; readonly consignorName: string }>(
  tx: CommandTx,
  lines: readonly Line[],
): Line[] {
  return lines.map((line) => {
    const owner = line.consignorId === null ? undefined : tx.get(users, line.consignorId)
    return owner && isErased(owner) ? { ...line, consignorName: owner.displayName } : line
  })
}
