import { Skeleton } from '@mantine/core'
import { IconChecks, IconChevronRight } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/page.tsx'
import { Link } from '../../../ui/router.tsx'
import classes from './today.module.css'
import { useWaitingWork } from './use-waiting-work.ts'

/** The work that waits for somebody in the shop, each line a link to it. */
export function WorkSection({ nowMs, isLoading }: { readonly nowMs: number; readonly isLoading: boolean }) {
  const waiting = useWaitingWork(nowMs)
  return (
    <Section title="Waiting for you">
      {isLoading ? (
        <Skeleton height="6rem" />
      ) : waiting.length === 0 ? (
        <EmptyState icon={<IconChecks />} title="Nothing waits" hint="Payouts, boxes, orders and open questions appear here." />
      ) : (
        <ul className={classes.rows}>
          {waiting.map(({ to, what, detail, isUrgent }) => (
            <li key={to}>
              <Link to={to} className={classes.row}>
                <span className={classes.what} data-urgent={isUrgent || undefined}>
                  {what}
                </span>
                <span className={classes.detail}>{detail}</span>
                <IconChevronRight className={classes.chevron} size="1.25rem" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
