import { differing } from './rules/audit.ts'
import type { ShopSettings } from './schema.ts'

/** Fields of the settings that an admin may change. */
export type SettingsChanges = Partial<Omit<ShopSettings, 'id'>>

/** Applies changes to the settings. Returns the new settings and the changed fields, before and after; undefined when nothing differs. */
export function changedSettings(
  before: ShopSettings,
  changes: SettingsChanges,
): { after: ShopSettings; was: SettingsChanges; is: SettingsChanges } | undefined {
  const changed = differing<SettingsChanges>(before, changes)
  return changed && { after: { ...before, ...changed.is }, ...changed }
}
