import { differing } from './rules/audit.ts'
import type { ShopSettings } from './schema.ts'

/** What an admin may change of the settings. */
export type SettingsChanges = Partial<Omit<ShopSettings, 'id'>>

/** The settings after these changes, and the fields that really differ, as they were and as they are. Undefined when nothing differs. */
export function changedSettings(
  before: ShopSettings,
  changes: SettingsChanges,
): { after: ShopSettings; was: SettingsChanges; is: SettingsChanges } | undefined {
  const changed = differing<SettingsChanges>(before, changes)
  return changed && { after: { ...before, ...changed.is }, ...changed }
}
