import * as z from 'zod/mini'
import { byId, defineCommand } from '../kernel/define-command.ts'
import { refusal } from '../kernel/errors.ts'
import { oneLine } from '../kernel/text.ts'
import { settingsRefusals } from './errors.ts'
import { changedSettings, isProofNeeded } from './rules.ts'
import { auditEntries, SHOP_SETTINGS_ID, settings, shopSettingsSchema } from './schema.ts'

// a line break in the name could put a link of its own into the shop's mails
const changesSchema = z.extend(z.omit(shopSettingsSchema, { id: true }), {
  shopName: z.pipe(shopSettingsSchema.shape.shopName, z.transform(oneLine)),
})

/** Changes the given fields of the shop's settings, and audits each real change with its old value; some of them need a proof. Refuses
 *  SETTINGS_MISSING before the shop is set up. */
export const editSettings = defineCommand({
  name: 'settings.change',
  version: 2,
  args: z.object({ changes: z.partial(changesSchema) }),
  // version 1 knew fewer fields
  upgrades: { 1: (args) => args },
  roles: ['admin'],
  assurance: 'recent',
  // otherwise anybody at a tablet left unlocked could send consignors' boxes to another address, or put words into the shop's mails
  proofIf(tx, { changes }) {
    const before = tx.get(settings, SHOP_SETTINGS_ID)
    return before !== undefined && isProofNeeded(before, changes)
  },
  refusals: ['SETTINGS_MISSING'],
  touches: () => [byId(settings, SHOP_SETTINGS_ID)],
  run(tx, { changes }, ctx) {
    const before = tx.get(settings, SHOP_SETTINGS_ID)
    if (!before) throw refusal(settingsRefusals, 'SETTINGS_MISSING')
    const changed = changedSettings(before, changes)
    if (!changed) return
    tx.put(settings, changed.after)
    tx.put(auditEntries, {
      id: ctx.newId(),
      atMs: ctx.nowMs,
      byUid: ctx.actor.uid,
      action: 'settings.change',
      subject: SHOP_SETTINGS_ID,
      before: changed.was,
      after: changed.is,
    })
  },
})

/** Audits that an admin confirmed a restore from a backup. `detectedAtMs`: time the restore was detected. */
export const confirmRestore = defineCommand({
  name: 'settings.noteRestoreConfirmed',
  args: z.object({ detectedAtMs: z.number() }),
  roles: ['admin'],
  channel: 'server',
  assurance: 'second',
  touches: () => [],
  run(tx, { detectedAtMs }, ctx) {
    tx.put(auditEntries, {
      id: ctx.newId(),
      atMs: ctx.nowMs,
      byUid: ctx.actor.uid,
      action: 'settings.confirmRestore',
      subject: SHOP_SETTINGS_ID,
      before: { restoreDetectedAtMs: detectedAtMs },
      after: { restoreDetectedAtMs: null },
    })
  },
})

/** Audits how an admin settled a device's report of a restore. `reportedAtMs`: time of the report. */
export const settleRestoreReport = defineCommand({
  name: 'settings.noteRestoreReport',
  args: z.object({ reportedAtMs: z.number(), wasRestored: z.boolean() }),
  roles: ['admin'],
  channel: 'server',
  touches: () => [],
  run(tx, { reportedAtMs, wasRestored }, ctx) {
    tx.put(auditEntries, {
      id: ctx.newId(),
      atMs: ctx.nowMs,
      byUid: ctx.actor.uid,
      action: 'settings.settleRestoreReport',
      subject: SHOP_SETTINGS_ID,
      before: { restoreReportedAtMs: reportedAtMs },
      after: { wasRestored },
    })
  },
})
