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

/** Settings that only a proof of identity changes: words of the shop in mails and on labels, and how long a device works alone. */
const PROVED_SETTINGS = [
  'shopName',
  'shopAddress',
  'shopVenmo',
  'offlineDays',
  'discordSalesChannels',
  'discordPayoutChannels',
] as const satisfies readonly (keyof ShopSettings)[]

/** True when one of the changes needs a proof of identity (decision 0041). */
export const isProofNeeded = (before: ShopSettings, changes: SettingsChanges): boolean =>
  PROVED_SETTINGS.some((field) => changes[field] !== undefined && changes[field] !== before[field])
