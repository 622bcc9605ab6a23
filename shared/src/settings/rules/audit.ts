import type { CommandContext, CommandTx } from '../../kernel/define-command.ts'
import { type AuditEntry, auditEntries } from '../schema.ts'

/** Writes an audit entry. Screens put the field names of `before` and `after` into words. */
export function audit(
  tx: CommandTx,
  ctx: CommandContext,
  { action, subject, before = {}, after = {} }: Pick<AuditEntry, 'action' | 'subject'> & Partial<Pick<AuditEntry, 'before' | 'after'>>,
): void {
  tx.put(auditEntries, { id: ctx.newId(), atMs: ctx.nowMs, byUid: ctx.actor.uid, action, subject, before, after })
}

/** Returns the changed fields of a row, before and after; undefined when nothing differs. */
export function differing<Changes extends object>(row: Changes, changes: Changes): { was: Changes; is: Changes } | undefined {
  const fields = (Object.keys(changes) as (keyof Changes)[]).filter(
    (field) => changes[field] !== undefined && changes[field] !== row[field],
  )
  if (fields.length === 0) return undefined
  const pick = (from: Changes) => Object.fromEntries(fields.map((field) => [field, from[field]])) as Changes
  return { was: pick(row), is: pick(changes) }
}
