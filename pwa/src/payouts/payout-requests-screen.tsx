import { Button, CopyButton, Group, SegmentedControl } from '@mantine/core'
import { type Cents, formatCents, sumCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { cashAppLink, venmoPayLink } from '@shop/shared/payouts/rules/payment-links.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import { type Payout, payouts } from '@shop/shared/payouts/schema.ts'
import { balances } from '@shop/shared/sales/schema.ts'
import { IconCashBanknote, IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type CommandState, useLive } from '../sync/api.ts'
import { agoWords, oldestWords } from '../ui/ago-words.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import { grouped } from '../ui/counted.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Moments } from '../ui/moments.ts'
import { MoneyText } from '../ui/money-text.tsx'
import { Page } from '../ui/page.tsx'
import { RowButton } from '../ui/row-button.tsx'
import { Tag } from '../ui/tag.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { useMinute } from '../ui/use-minute.ts'
import { useMoments } from '../ui/use-moments.ts'
import { useNames } from '../ui/use-names.ts'
import { type RowIdsOf, useRowStates } from '../ui/use-row-states.ts'
import classes from './payouts.module.css'
import { RestoreNotice } from './restore-notice.tsx'
import { RestoreReport } from './restore-report.tsx'
import { useRestore } from './use-restore.ts'
import { useSettle } from './use-settle.tsx'

const payoutIdsOf: RowIdsOf = (name, args) => {
  const { payoutId } = (args ?? {}) as { payoutId?: unknown }
  return name.startsWith('payouts.') && typeof payoutId === 'string' ? [payoutId] : []
}

/** Opens the payment app with handle and amount filled in, or copies the handle. A paid request has no link, so that nobody pays it again. */
function HandleCell({ payout }: { readonly payout: Payout }) {
  if (payout.status !== 'pending') return <bdi>{payout.handle}</bdi>
  return (
    <span className={classes.pay}>
      <a
        className={classes.handle}
        href={cashAppLink(payout) || venmoPayLink(payout, 'Payout')}
        target="_blank"
        rel="noopener noreferrer"
        title={`Pay ${payout.handle} with ${METHOD_NAME[payout.method]}`}
      >
        <bdi className={classes.name}>{payout.handle}</bdi>
        <IconExternalLink size="1rem" aria-hidden="true" />
      </a>
      <CopyButton value={payout.handle}>
        {({ copied, copy }) => (
          <RowButton label={copied ? `Copied ${payout.handle}` : `Copy ${payout.handle}`} onClick={copy}>
            {copied ? <IconCheck aria-hidden="true" /> : <IconCopy aria-hidden="true" />}
          </RowButton>
        )}
      </CopyButton>
    </span>
  )
}

type Facts = {
  readonly name: (uid: string) => string
  /** A consignor's balance without all that was requested. */
  readonly left: (uid: string) => Cents
  readonly moment: Moments['moment']
  readonly nowMs: number
}

function columnsOf(
  { name, left, moment, nowMs }: Facts,
  isPaid: boolean,
  states: ReadonlyMap<string, CommandState>,
): readonly Column<Payout>[] {
  const state = (payout: Payout) => {
    const own = states.get(payout.id)
    return own && own !== 'synced' ? <CommandStateTag state={own} /> : isPaid ? <Tag tone="good">Paid</Tag> : <Tag tone="warn">Pending</Tag>
  }
  return [
    {
      key: 'name',
      header: 'Consignor',
      width: 'minmax(9rem, 2fr)',
      card: 'title',
      cell: ({ uid }) => (
        <>
          <bdi>{name(uid)}</bdi>
          {!isPaid && <small className={classes.left}>{formatCents(left(uid))} left after it</small>}
        </>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      width: '6.5rem',
      align: 'end',
      cell: ({ amountCents }) => <MoneyText cents={amountCents} look="strong" />,
    },
    { key: 'method', header: 'Method', width: '5.5rem', cell: ({ method }) => METHOD_NAME[method] },
    { key: 'handle', header: 'Handle', width: 'minmax(11rem, 1.5fr)', cell: (payout) => <HandleCell payout={payout} /> },
    {
      key: 'date',
      header: 'Requested',
      width: '12rem',
      hideBelow: 860,
      cell: ({ requestedAtMs }) => (
        <>
          {moment(requestedAtMs)}
          {!isPaid && <small className={classes.left}>{agoWords(requestedAtMs, nowMs)}</small>}
        </>
      ),
    },
    { key: 'state', header: 'Status', width: '10rem', hideBelow: 1200, card: 'aside', cell: state },
  ]
}

/** Pending requests, oldest first, or paid ones, latest first. */
function usePayouts(status: 'pending' | 'paid') {
  const all = useLive((view) => view.all(payouts), [])
  const rows = useMemo(
    () =>
      all
        .filter((payout) => payout.status === status)
        .sort((a, b) => (status === 'paid' ? (b.settledAtMs ?? 0) - (a.settledAtMs ?? 0) : a.requestedAtMs - b.requestedAtMs)),
    [all, status],
  )
  return { rows, isEmpty: all.length === 0 }
}

function useLeft(): (uid: string) => Cents {
  const all = useLive((view) => view.all(balances), [])
  return useMemo(() => {
    const byUid = new Map(all.map(({ id, availableCents }) => [id, availableCents]))
    return (uid) => byUid.get(uid) ?? ZERO_CENTS
  }, [all])
}

/** `/payout-requests`: an admin marks requests as paid or deletes them. The amount of a deleted request returns to the balance. */
export default function PayoutRequestsScreen() {
  const [isPaid, setPaid] = useState(false)
  const { rows, isEmpty } = usePayouts(isPaid ? 'paid' : 'pending')
  const name = useNames()
  const { moment } = useMoments()
  const nowMs = useMinute()
  const left = useLeft()
  const { isLoading, failure } = useLoad('payout requests', isEmpty)
  const states = useRowStates(payoutIdsOf)
  const banner = useBanner()
  const restore = useRestore()

  const settle = useSettle(restore, banner.show)
  const total = sumCents(rows.map(({ amountCents }) => amountCents))
  return (
    <Page
      title="Payout Requests"
      subtitle={
        rows.length === 0
          ? 'What consignors asked to be paid'
          : isPaid
            ? `${grouped(rows.length)} paid, ${formatCents(total)} in all`
            : `${grouped(rows.length)} waiting, ${oldestWords(
                rows.map(({ requestedAtMs }) => requestedAtMs),
                nowMs,
              )}, ${formatCents(total)} in all`
      }
    >
      <Banner {...banner.props} />
      <RestoreNotice restore={restore} onMessage={banner.show} />
      <RestoreReport restore={restore} onMessage={banner.show} />
      <SegmentedControl
        className={classes.which ?? ''}
        aria-label="Which ones"
        value={isPaid ? 'paid' : 'pending'}
        onChange={(value) => setPaid(value === 'paid')}
        data={[
          { value: 'pending', label: 'Pending' },
          { value: 'paid', label: 'Paid' },
        ]}
      />
      <DataTable
        cardsBelowPx={860}
        label={isPaid ? 'Paid payouts' : 'Pending payout requests'}
        rows={rows}
        columns={columnsOf({ name, left, moment, nowMs }, isPaid, states)}
        rowId={({ id }) => id}
        isLoading={isLoading}
        {...(isPaid
          ? {}
          : {
              actionsWidth: '11rem',
              actions: (payout: Payout) => <SettleButtons payout={payout} settle={settle} />,
            })}
        empty={
          failure ?? (
            <EmptyState
              icon={<IconCashBanknote />}
              title={isPaid ? 'Nothing was paid yet' : 'No pending payout requests'}
              hint={isPaid ? 'Payouts stay here after they were paid.' : 'A consignor’s request appears here at once.'}
            />
          )
        }
      />
    </Page>
  )
}

function SettleButtons({ payout, settle }: { readonly payout: Payout; readonly settle: ReturnType<typeof useSettle> }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button variant="default" onClick={() => void settle(payout, 'pay')}>
        Paid
      </Button>
      <Button variant="subtle" onClick={() => void settle(payout, 'remove')}>
        Delete
      </Button>
    </Group>
  )
}
