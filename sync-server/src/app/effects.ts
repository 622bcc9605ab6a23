import { notificationEffects } from '../notifications/effects.ts'
import { payoutEffects } from '../payouts/effects.ts'
import type { Effect } from '../platform/commands/command-tx.ts'

/** Effects of finished commands, by the name of the command. */
export const effects: Readonly<Record<string, Effect>> = merged([notificationEffects, payoutEffects])

/** Merges the effects of several features. Effects of the same command run in the order of the features. */
function merged(lists: readonly Readonly<Record<string, Effect>>[]): Readonly<Record<string, Effect>> {
  const names = new Set(lists.flatMap((list) => Object.keys(list)))
  return Object.fromEntries(
    [...names].map((name): [string, Effect] => [name, (args, about) => lists.flatMap((list) => list[name]?.(args, about) ?? [])]),
  )
}
