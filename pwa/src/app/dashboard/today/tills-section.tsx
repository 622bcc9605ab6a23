import { Skeleton } from '@mantine/core'
import { dayBounds } from '@shop/shared/kernel/shop-day.ts'
import type { PosFacts } from '@shop/shared/pos/rules/takings.ts'
import { IconCashRegister, IconChevronRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useCarts } from '../../../pos/queries.ts'
import { useSinceWords } from '../../../pos/shift/open-shifts.tsx'
import { useOpenShifts } from '../../../pos/shift/use-shifts.ts'
import { useDevice, useSyncStatus } from '../../../sync/api.ts'
import { agoWords } from '../../../ui/ago-words.ts'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Section } from '../../../ui/page.tsx'
import { Link } from '../../../ui/router.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { statusWords } from '../../status/status-words.ts'
import type { DayProps } from './figures-section.tsx'
import { type Till, tillsOf } from './tills.ts'
import classes from './today.module.css'

type Props = Omit<DayProps, 'takings'> & { readonly facts: PosFacts }

/** The open shifts, and the tills with today's takings and when the shop last heard from each. */
export function TillsSection({ facts, nowMs, timeZone, isLoading }: Props) {
  const carts = useCarts()
  const hasShifts = useOpenShifts().length > 0
  const tills = useMemo(() => tillsOf(facts, carts, { ...dayBounds(nowMs, timeZone), nowMs }), [facts, carts, nowMs, timeZone])
  return (
    <Section title="Tills">
      {isLoading ? (
        <Skeleton height="6rem" />
      ) : tills.length === 0 && !hasShifts ? (
        <EmptyState icon={<IconCashRegister />} title="No till was used this week" hint="Each device that sells is listed here." />
      ) : (
        <ul className={classes.rows}>
          <ShiftRows />
          {tills.map((till) => (
            <TillRow key={till.clientId} till={till} nowMs={nowMs} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function ShiftRows() {
  const sinceWords = useSinceWords()
  return useOpenShifts().map((shift) => (
    <li key={shift.id}>
      <Link to="/pos/sales" className={classes.row}>
        <span className={classes.what}>
          <bdi>{shift.drawer}</bdi>
        </span>
        <span className={classes.detail}>Shift open {sinceWords(shift)}</span>
        <IconChevronRight className={classes.chevron} size="1.25rem" aria-hidden="true" />
      </Link>
    </li>
  ))
}

function TillRow({ till, nowMs }: { readonly till: Till; readonly nowMs: number }) {
  const { deviceId } = useDevice()
  const status = useSyncStatus()
  const isHere = till.clientId === deviceId()
  const { waiting } = statusWords(status, nowMs)
  const sold = till.sales === 0 ? 'Nothing sold today' : counted(till.sales, 'sale')
  const open = till.openPieces === 0 ? '' : `${counted(till.openPieces, 'piece')} in the cart`
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        {till.series === '' ? 'New till' : `Till ${till.series}`}
        {isHere && (
          <>
            {' '}
            <Tag tone="info">This device</Tag>
          </>
        )}
      </span>
      <span className={classes.detail}>
        {[sold, open, isHere ? waiting : `heard ${agoWords(till.lastHeardMs, nowMs)}`].filter(Boolean).join(' · ')}
      </span>
      <MoneyText cents={till.takenCents} look="strong" />
    </li>
  )
}
