import { commitImport, type ImportPlan } from '@shop/shared/inventory/calls/import-items.ts'
import { importItems } from '@shop/shared/inventory/commands/import-items.ts'
import { inventoryRefusals } from '@shop/shared/inventory/errors.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { derivedId } from '@shop/shared/kernel/ids.ts'
import type { CommandPart } from '../../platform/commands/command-runner.ts'
import type { Tx } from '../../platform/database/sql.ts'
import { implementCall } from '../../platform/http/implement-call.ts'
import { dropStaged, importOutcome, requirePlan, stagedChunks, stagedCount, stagedRows } from '../import-staging.ts'

/** POST /inventory/imports/{id}/commit: one transaction, a command for each chunk. The first has the import's id, so that a repeated commit imports once. */
export const commitImportCall = implementCall(commitImport, async ({ params, actor, platform }) => {
  const before = await importOutcome(platform, params.id)
  if (before) return answerOf(before)
  const plan = await requirePlan(platform, actor.uid, params.id)
  if ((await stagedCount(platform, params.id)) !== plan.rowCount) throw refusal(inventoryRefusals, 'IMPORT_INCOMPLETE')
  await platform.runTogether(actor, (tx) => partsOf(tx, plan))
  await dropStaged(platform, actor.uid, params.id)
  const outcome = await importOutcome(platform, params.id)
  if (!outcome) throw new Error(`import ${params.id} left no outcome`)
  return answerOf(outcome)
})

async function* partsOf(tx: Tx, { id, consignorID, mode, fileName }: ImportPlan): AsyncGenerator<CommandPart> {
  for (const [nth, chunkNo] of (await stagedChunks(tx, id)).entries()) {
    const args = { importId: id, consignorId: consignorID, mode, fileName, rows: await stagedRows(tx, id, chunkNo) }
    yield { id: nth === 0 ? id : derivedId(id, nth), command: importItems, args }
  }
}

function answerOf({ added, updated, skipped }: { added: number; updated: number; skipped: number }) {
  return { message: `Import done: ${added} added, ${updated} updated, ${skipped} skipped`, added, updated, skipped }
}
