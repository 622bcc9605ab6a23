import { Button, Group } from '@mantine/core'
import type { MigrationDetail, MigrationResult } from '@shop/shared/accounts/calls/administration.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import classes from './administration.module.css'

/** Result of a bulk migration: totals, failures with their errors, and skips by reason. */
export function MigrationResults({ result, onClose }: { readonly result: MigrationResult; readonly onClose: () => void }) {
  const failed = failures(result.details)
  const skipped = skippedByReason(result.details)
  const totals = [
    ['Total users', result.totalUsers],
    ['Migrated', result.migrated],
    ['Skipped', result.skipped],
    ['Failed', result.failed],
  ] as const
  return (
    <FormModal title="Migration Results" onClose={onClose} size="md">
      <dl className={classes.totals}>
        {totals.map(([label, count]) => (
          <div key={label} data-bad={(label === 'Failed' && count > 0) || undefined}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {failed.length > 0 && (
        <section aria-label="Failed">
          <h3 className={classes.heading}>Failed</h3>
          <ul className={classes.list}>
            {failed.map(({ uid, who, error }) => (
              <li key={uid} className={classes.row}>
                <span className={classes.main}>
                  <bdi className={classes.name}>{who}</bdi>
                  <span className={classes.note}>{error}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {skipped.length > 0 && (
        <section aria-label="Skipped">
          <h3 className={classes.heading}>Skipped</h3>
          <ul className={classes.list}>
            {skipped.map(([reason, count]) => (
              <li key={reason} className={classes.row}>
                <span className={classes.main}>{reason}</span>
                <span className={classes.amount}>{count}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </FormModal>
  )
}

/** Number of skipped accounts per reason, the most frequent reason first. A missing reason counts as 'Unknown'. */
export function skippedByReason(details: readonly MigrationDetail[]): readonly (readonly [reason: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { status, reason } of details)
    if (status === 'skipped') counts.set(reason || 'Unknown', (counts.get(reason || 'Unknown') ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

/** Failed accounts with their errors, named by e-mail or else by id. */
export const failures = (
  details: readonly MigrationDetail[],
): readonly { readonly uid: string; readonly who: string; readonly error: string }[] =>
  details
    .filter(({ status }) => status === 'failed')
    .map(({ uid, email, error }) => ({ uid, who: email || uid, error: error || 'Unknown' }))
