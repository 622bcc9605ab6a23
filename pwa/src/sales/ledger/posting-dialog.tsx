import { Button, Group, Stack } from '@mantine/core'
import { sumCents } from '@shop/shared/kernel/money.ts'
import { payouts } from '@shop/shared/payouts/schema.ts'
import type { Posting } from '@shop/shared/sales/ledger-calls.ts'
import { sales } from '@shop/shared/sales/schema.ts'
import { useEffect, useRef, useState } from 'react'
import { useLive } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { Link } from '../../ui/router.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { SaleDetail } from '../sale-detail.tsx'
import classes from './ledger.module.css'
import { ACCOUNT_WORDS, kindWord, makerOf, SOURCE_WORDS } from './ledger-words.ts'

type Props = {
  readonly posting: Posting
  readonly onClose: () => void
  /** Closes the window and shows the message. */
  readonly onDone: (message: string) => void
  /** Shows all postings of the same sale, payout, trade or person. */
  readonly onSource: (sourceId: string) => void
}

export function PostingDialog({ posting, onClose, onDone, onSource }: Props) {
  const { kind, source } = posting
  const sale = useLive((view) => (source.kind === 'sale' ? view.get(sales, source.id) : undefined), [source])
  const [isSaleShown, setSaleShown] = useState(false)
  // one window shows the posting and the sale, so that closing it returns the focus to the opener
  const shownSale = isSaleShown ? sale : undefined
  const saleBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSaleShown) saleBox.current?.focus()
  }, [isSaleShown])
  return (
    <FormModal title={shownSale ? 'Sale' : kindWord(kind)} onClose={onClose} size={shownSale ? 'md' : 'lg'}>
      {shownSale ? (
        <div ref={saleBox} className={classes.saleBox} tabIndex={-1}>
          <SaleDetail sale={shownSale} canEdit={false} canUndo onClose={() => setSaleShown(false)} onDone={onDone} />
        </div>
      ) : (
        <Stack>
          <Facts posting={posting} />
          <Entries entries={posting.entries} />
          <Group justify="flex-end">
            <Origin posting={posting} />
            {sale && (
              <Button variant="default" onClick={() => setSaleShown(true)}>
                Show the sale
              </Button>
            )}
            {source.kind && (
              <Button variant="default" onClick={() => onSource(source.posSaleId ?? source.id)}>
                All postings of this {SOURCE_WORDS[source.kind].toLowerCase()}
              </Button>
            )}
            <Button onClick={onClose}>Close</Button>
          </Group>
        </Stack>
      )}
    </FormModal>
  )
}

/** Moment, maker, subject and reason of a posting, and its ids for a search elsewhere. */
function Facts({ posting }: { readonly posting: Posting }) {
  const { at, command, source, reason, id } = posting
  const { moment } = useMoments()
  return (
    <dl className={classes.facts}>
      <dt>When</dt>
      <dd>
        <time dateTime={at}>{moment(Date.parse(at))}</time>
      </dd>
      <dt>By</dt>
      <dd>
        <bdi>{makerOf(posting)}</bdi>
      </dd>
      {source.kind && (
        <>
          <dt>{SOURCE_WORDS[source.kind]}</dt>
          <dd>
            <bdi>{source.label || source.id}</bdi>
            {source.displayId !== '' && ` (${source.displayId})`}
          </dd>
        </>
      )}
      {reason !== '' && (
        <>
          <dt>Reason</dt>
          <dd>
            <bdi>{reason}</bdi>
          </dd>
        </>
      )}
      <dt>Made by</dt>
      <dd>
        {command.name && <code>{command.name}</code>} <small className={classes.id}>{command.id}</small>
      </dd>
      <dt>Posting</dt>
      <dd>
        <small className={classes.id}>{id}</small>
      </dd>
    </dl>
  )
}

function Entries({ entries }: Pick<Posting, 'entries'>) {
  return (
    <table className={classes.sheet} aria-label="Entries">
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Whose</th>
          <th scope="col" className={classes.number}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, account, uid, name, amountCents }) => (
          <tr key={id}>
            <td>{ACCOUNT_WORDS[account]}</td>
            <td>{uid === null ? 'Shop' : <bdi>{name || uid}</bdi>}</td>
            <td className={classes.number}>
              <MoneyText cents={amountCents} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Sum
          </th>
          <td className={classes.number}>
            <MoneyText cents={sumCents(entries.map(({ amountCents }) => amountCents))} look="strong" />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Link to the posting's subject, where a screen shows it. */
function Origin({ posting: { kind, source } }: { readonly posting: Posting }) {
  const payout = useLive((view) => (source.kind === 'payout' ? view.get(payouts, source.id) : undefined), [source])
  const to = payout
    ? '/payout-requests'
    : kind === 'adjustment' || kind === 'account_migration'
      ? '/audit'
      : source.posSaleId
        ? '/pos/sales'
        : null
  if (to === null) return null
  return (
    <Button variant="subtle" component={Link} to={to}>
      {to === '/audit' ? 'Audit log' : to === '/pos/sales' ? 'POS sales' : `Payout: ${payout?.status}`}
    </Button>
  )
}
