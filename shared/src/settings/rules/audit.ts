import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { type AuditEntry, auditEntries } from '../schema.ts'

/** Notes what an admin did, to what, and what it was before. `action`: the command's name; `subject`: an id. Fields of `before` and `after` are named as
 *  those of the row, so that they can be put into words. */
export function audit(
  tx: CommandTx,
  ctx: CommandContext,
  { action, subject, before = {}, after = {} }: Pick<AuditEntry, 'action' | 'subject'> & Partial<Pick<AuditEntry, 'before' | 'after'>>,
): void {
  tx.put(auditEntries, { id: ctx.newId(), atMs: ctx.nowMs, byUid: ctx.actor.uid, action, subject, before, after })
}
