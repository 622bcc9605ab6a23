import { notificationEffects } from '../notifications/effects.ts'
import type { Effect } from '../platform/commands/command-tx.ts'

/** Effects of finished commands, by the command's name. */
export const effects: Readonly<Record<string, Effect>> = notificationEffects
