import type { MigrationDetail } from '@shop/shared/accounts/calls/administration.ts'

/** How many were skipped for which reason, the most frequent first; 'Unknown' for none (spec §2 Migration Results). */
export function skippedByReason(details: readonly MigrationDetail[]): readonly (readonly [reason: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { status, reason } of details)
    if (status === 'skipped') counts.set(reason || 'Unknown', (counts.get(reason || 'Unknown') ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

/** Who failed, and why. */
export const failures = (
  details: readonly MigrationDetail[],
): readonly { readonly uid: string; readonly who: string; readonly error: string }[] =>
  details
    .filter(({ status }) => status === 'failed')
    .map(({ uid, email, error }) => ({ uid, who: email || uid, error: error || 'Unknown' }))
