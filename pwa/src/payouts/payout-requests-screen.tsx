import { Button, Group, SegmentedControl } from '@mantine/core'
import { formatCents, sumCents } from '@shop/shared/kernel/money.ts'
import { cashAppLink, venmoPayLink } from '@shop/shared/payouts/rules/payment-links.ts'
import { METHOD_NAME } from '@shop/shared/payouts/rules/payout-form.ts'
import { type Payout, payouts } from '@shop/shared/payouts/schema.ts'
import { IconCashBanknote, IconExternalLink } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type CommandState, useLive } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { CommandStateTag } from '../ui/command-state-tag.tsx'
import { grouped } from '../ui/counted.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Moments } from '../ui/moments.ts'
import { MoneyText } from '../ui/money-text.tsx'
import { Page } from '../ui/page.tsx'
import { Tag } from '../ui/tag.tsx'
import { useLoad } from '../ui/use-load.tsx'
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

/** Opens the payment app with handle and amount filled in. A paid request has no link, so that nobody pays it again. */
function HandleCell({ payout }: { readonly payout: Payout }) {
  if (payout.status !== 'pending') return <bdi>{payout.handle}</bdi>
  return (
    <a
      className={classes.handle}
      href={cashAppLink(payout) || venmoPayLink(payout, 'Payout')}
      target="_blank"
      rel="noopener noreferrer"
      title={`Pay ${payout.handle} with ${METHOD_NAME[payout.method]}`}
    >
      <bdi>{payout.handle}</bdi>
      <IconExternalLink size="1rem" aria-hidden="true" />
    </a>
  )
}

function columnsOf(
  name: (uid: string) => string,
  moment: Moments['moment'],
  isPaid: boolean,
  states: ReadonlyMap<string, CommandState>,
): readonly Column<Payout>[] {
  const state = (payout: Payout) => {
    const own = states.get(payout.id)
    return own && own !== 'synced' ? <CommandStateTag state={own} /> : isPaid ? <Tag tone="good">Paid</Tag> : <Tag tone="warn">Pending</Tag>
  }
  return [
    { key: 'name', header: 'Consignor', width: 'minmax(9rem, 2fr)', card: 'title', cell: ({ uid }) => <bdi>{name(uid)}</bdi> },
    {
      key: 'amount',
      header: 'Amount',
      width: '8rem',
      align: 'end',
      cell: ({ amountCents }) => <MoneyText cents={amountCents} look="strong" />,
    },
    { key: 'method', header: 'Method', width: '7rem', cell: ({ method }) => METHOD_NAME[method] },
    { key: 'handle', header: 'Handle', width: 'minmax(9rem, 1.5fr)', cell: (payout) => <HandleCell payout={payout} /> },
    { key: 'date', header: 'Requested', width: '12rem', hideBelow: 860, cell: ({ requestedAtMs }) => moment(requestedAtMs) },
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

/** `/payout-requests`: an admin marks requests as paid or deletes them. The amount of a deleted request returns to the balance. */
export default function PayoutRequestsScreen() {
  const [isPaid, setPaid] = useState(false)
  const { rows, isEmpty } = usePayouts(isPaid ? 'paid' : 'pending')
  const name = useNames()
  const { moment } = useMoments()
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
          : `${grouped(rows.length)} ${isPaid ? 'paid' : 'pending'}, ${formatCents(total)} in all`
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
        columns={columnsOf(name, moment, isPaid, states)}
        rowId={({ id }) => id}
        isLoading={isLoading}
        {...(isPaid
          ? {}
          : {
              actionsWidth: '13rem',
              actions: (payout: Payout) => (
                <Group gap="xs" wrap="nowrap">
                  <Button onClick={() => void settle(payout, 'pay')}>Paid</Button>
                  <Button variant="default" onClick={() => void settle(payout, 'remove')}>
                    Delete
                  </Button>
                </Group>
              ),
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
