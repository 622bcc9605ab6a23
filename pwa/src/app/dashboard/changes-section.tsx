import { Button, Text } from '@mantine/core'
import { type Cents, formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import { leftForOwner } from '@shop/shared/sales/rules/left-of-sale.ts'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useDevice, useLocalSetting } from '../../sync/api.ts'
import { counted, grouped } from '../../ui/counted.ts'
import { MoneyText } from '../../ui/money-text.tsx'
import { Section } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { type Changes, changesSince, type Look, lookAt, type OwnRows, type Visit, visitAfter } from './changes.ts'
import classes from './dashboard.module.css'

/** Number of changes of one kind that are listed by name. The others are only counted. */
const NAMED = 3

/** Changes since the last visit. Renders nothing on the very first visit, and after “Got it” until the next visit. */
export function ChangesSection({ rows, hasRows }: { readonly rows: OwnRows; readonly hasRows: boolean }) {
  const { since, forget } = useVisit(rows, hasRows)
  const changes = useMemo(() => (since === null ? null : changesSince(since, rows)), [since, rows])
  const { moment } = useMoments()
  if (since === null || changes === null) return null
  if (Object.values(changes).every((list) => list.length === 0))
    return (
      <Text size="sm" c="dimmed">
        Nothing new since your last visit on {moment(since.atMs)}.
      </Text>
    )
  return (
    <Section
      title="New since your last visit"
      description={moment(since.atMs)}
      actions={
        <Button variant="subtle" onClick={forget}>
          Got it
        </Button>
      }
    >
      <ul className={classes.changes}>
        <Lines {...changes} />
      </ul>
    </Section>
  )
}

function Lines({ sold, undone, paid, added, soldOut, received }: Changes) {
  return (
    <>
      {sold.length > 0 && (
        <Line
          to="/sales-history?tab=sales"
          what={counted(sold.length, 'sale')}
          amountCents={sumCents(sold.map((sale) => leftForOwner(sale).payoutCents))}
          names={sold.map((sale) => ({ id: sale.id, name: sale.itemName, to: `/sales-history?tab=sales&sale=${sale.id}` }))}
        />
      )}
      {undone.length > 0 && (
        <Line
          to="/sales-history?tab=sales"
          what={counted(undone.length, 'sale was undone', 'sales were undone')}
          names={undone.map((sale) => ({ id: sale.id, name: sale.itemName, to: `/sales-history?tab=sales&sale=${sale.id}` }))}
        />
      )}
      {paid.length > 0 && (
        <Line
          to="/sales-history?tab=payouts"
          what={counted(paid.length, 'payout was sent', 'payouts were sent')}
          names={paid.map(({ id, amountCents, handle }) => ({ id, name: `${formatCents(amountCents)} to ${handle}` }))}
        />
      )}
      {added.length > 0 && (
        <Line
          to="#goods"
          what={counted(added.length, 'item was added', 'items were added')}
          names={added.map(({ id, itemName }) => ({ id, name: itemName }))}
        />
      )}
      {soldOut.length > 0 && (
        <Line
          to="#goods"
          what={`${counted(soldOut.length, 'item')} sold out`}
          names={soldOut.map(({ id, itemName }) => ({ id, name: itemName }))}
        />
      )}
      {received.length > 0 && (
        <Line
          to="/user-shipments"
          what={counted(received.length, 'shipment was received', 'shipments were received')}
          names={received.map(({ id, trackingNumber }) => ({ id, name: trackingNumber }))}
        />
      )}
    </>
  )
}

type LineProps = {
  readonly to: string
  readonly what: string
  /** The consignor's share. */
  readonly amountCents?: Cents
  readonly names: readonly { readonly id: string; readonly name: string; readonly to?: string }[]
}

function Line({ to, what, amountCents, names }: LineProps) {
  const more = names.length - NAMED
  return (
    <li>
      <Jump to={to}>{what}</Jump>
      {amountCents !== undefined && (
        <>
          {' '}
          for <MoneyText cents={amountCents} look="in" />
        </>
      )}
      <span className={classes.names}>
        {names.slice(0, NAMED).map(({ id, name, to: place }, at) => (
          <span key={id}>
            {at > 0 && ', '}
            {place === undefined ? (
              <bdi>{name}</bdi>
            ) : (
              <Link to={place}>
                <bdi>{name}</bdi>
              </Link>
            )}
          </span>
        ))}
        {more > 0 && ` and ${grouped(more)} more`}
      </span>
    </li>
  )
}

function Jump({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return to.startsWith('#') ? <a href={to}>{children}</a> : <Link to={to}>{children}</Link>
}

/** Returns the last look of the previous visit; null on the very first visit and after `forget`. Stored per person on this device. */
function useVisit(rows: OwnRows, hasRows: boolean): { readonly since: Look | null; readonly forget: () => void } {
  const { nowMs } = useDevice()
  const [visit, save] = useLocalSetting<Visit | null>('dashboard.visit', null)
  const kept = useRef(visit)
  kept.current = visit
  useEffect(() => {
    if (!hasRows) return
    const look = () => {
      if (document.visibilityState === 'visible') save(visitAfter(kept.current, rows, nowMs()))
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [rows, hasRows, save, nowMs])
  return { since: visit?.since ?? null, forget: () => save({ since: null, last: lookAt(rows, nowMs()) }) }
}
