import type { ShopSettings } from './schema.ts'

/** What an admin may change of the settings. */
export type SettingsChanges = Partial<Omit<ShopSettings, 'id'>>

/** The settings after these changes, and the fields that really differ, as they were and as they are. Undefined when nothing differs. */
export function changedSettings(
  before: ShopSettings,
  changes: SettingsChanges,
): { after: ShopSettings; was: SettingsChanges; is: SettingsChanges } | undefined {
  const differing = Object.entries(changes).filter(([field, value]) => value !== undefined && value !== before[field as keyof ShopSettings])
  if (differing.length === 0) return undefined
  const is: SettingsChanges = Object.fromEntries(differing)
  const was: SettingsChanges = Object.fromEntries(differing.map(([field]) => [field, before[field as keyof ShopSettings]]))
  return { after: { ...before, ...is }, was, is }
}
