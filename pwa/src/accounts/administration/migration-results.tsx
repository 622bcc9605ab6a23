import { Button, Group } from '@mantine/core'
import type { MigrationResult } from '@shop/shared/accounts/calls/administration.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import classes from './administration.module.css'
import { failures, skippedByReason } from './migration-summary.ts'

/** What a bulk migration came to (spec §2). */
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
