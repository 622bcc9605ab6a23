import { commitImport } from '@shop/shared/inventory/calls/import-items.ts'
import { importItems } from '@shop/shared/inventory/commands/import-items.ts'
import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { implementCall } from '../../platform/implement-call.ts'
import { dropStaged, importOutcome, requirePlan, stagedRows } from '../import-staging.ts'

/** POST /inventory/imports/{id}/commit: one command, one transaction. The import's id is the command's, so that a repeated commit imports once. */
export const commitImportCall = implementCall(commitImport, async ({ params, actor, platform }) => {
  const before = await importOutcome(platform, params.id)
  if (before) return answerOf(before)
  const plan = await requirePlan(platform, actor.uid, params.id)
  const rows = await stagedRows(platform, params.id)
  if (rows.length !== plan.rowCount) throw refusal(inventoryRefusals, 'IMPORT_INCOMPLETE')
  const args = { importId: params.id, consignorId: plan.consignorID, mode: plan.mode, fileName: plan.fileName, rows }
  await platform.runCommand(actor, importItems, args, { id: params.id })
  await dropStaged(platform, actor.uid, params.id)
  const outcome = await importOutcome(platform, params.id)
  if (!outcome) throw new Error(`import ${params.id} left no outcome`)
  return answerOf(outcome)
})

function answerOf({ added, updated, skipped }: { added: number; updated: number; skipped: number }) {
  return { message: `Import done: ${added} added, ${updated} updated, ${skipped} skipped`, added, updated, skipped }
}
