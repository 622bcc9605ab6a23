import { Button } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { items } from '@shop/shared/inventory/schema.ts'
import { cents, formatCents } from '@shop/shared/kernel/money.ts'
import { posSales } from '@shop/shared/pos/schema.ts'
import { type Shift, shifts } from '@shop/shared/pos/shift-schema.ts'
import { checkLedgerCall } from '@shop/shared/sales/ledger-calls.ts'
import { type BooksCheck, booksChecks, latestCheck } from '@shop/shared/sales/schema.ts'
import { IconAlertTriangle, IconCircleCheck, IconScale } from '@tabler/icons-react'
import { useCall, useLive, useSyncStatus } from '../../sync/api.ts'
import { counted, grouped } from '../../ui/counted.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { useMoments } from '../../ui/use-moments.ts'
import classes from './ledger.module.css'
import { ACCOUNT_WORDS, MISMATCH_SOURCES, MISMATCH_WORDS } from './ledger-words.ts'

/** Limit of listed mismatches: a broken book has one cause, not hundreds. */
const SHOWN_MISMATCHES = 20

export function BooksState({ onMessage }: { readonly onMessage: (text: string) => void }) {
  const { online } = useSyncStatus()
  const call = useCall()
  const { busy, run } = useBusy()
  const checks = useLive((view) => view.all(booksChecks), [])
  const latest = latestCheck(checks)
  const isBroken = latest !== undefined && latest.mismatches.length > 0

  const look = () =>
    run(async () => {
      try {
        const { mismatches } = await call(checkLedgerCall, {})
        if (mismatches.length === 0) onMessage('Books balance')
      } catch (thrown) {
        onMessage(errorMessage('Error checking the books: ', thrown))
      }
    })
  return (
    <section className={classes.books} data-tone={isBroken ? 'bad' : latest ? 'good' : 'neutral'} aria-label="Books">
      <div className={classes.booksHead}>
        {isBroken ? <IconAlertTriangle aria-hidden /> : latest ? <IconCircleCheck aria-hidden /> : <IconScale aria-hidden />}
        <div className={classes.booksWords}>
          <strong role={isBroken ? 'alert' : 'status'}>
            {isBroken ? `Error: the books do not balance (${countOf(latest)})` : latest ? 'Books balance' : 'Not checked yet'}
          </strong>
          {latest ? (
            <Looked check={latest} />
          ) : (
            <small className={classes.small}>The books are checked every night, and whenever you ask.</small>
          )}
        </div>
        <Button variant="default" loading={busy} disabled={!online} onClick={() => void look()}>
          Check now
        </Button>
      </div>
      {!online && <small className={classes.small}>Offline: checks and exports run on the server.</small>}
      {isBroken && <Mismatches check={latest} />}
      {checks.length > 1 && <Earlier checks={checks.filter((one) => one !== latest)} />}
    </section>
  )
}

const countOf = ({ mismatches }: BooksCheck) => counted(mismatches.length, 'mismatch', 'mismatches')

function Looked({ check }: { readonly check: BooksCheck }) {
  const { atMs, byUid, postingsCount, balancesCount, itemsCount } = check
  const { moment } = useMoments()
  const by = useLive((view) => (byUid === null ? undefined : view.get(users, byUid)), [byUid])
  return (
    <small className={classes.small}>
      <time dateTime={new Date(atMs).toISOString()}>{moment(atMs)}</time>
      {byUid === null ? ', by night' : by ? `, asked for by ${nameOf(by)}` : ''}. {counted(postingsCount, 'posting')},{' '}
      {counted(balancesCount, 'balance')}, {counted(itemsCount, 'item')}.
    </small>
  )
}

const isOfItem = (kind: BooksCheck['mismatches'][number]['kind']) => kind === 'stock' || kind === 'promised'

const drawerOf = (shift: Shift | undefined) => shift && `${shift.drawer}, shift ${shift.number}`

function Mismatches({ check: { mismatches } }: { readonly check: BooksCheck }) {
  const names = useLive(
    (view) => {
      const nameOfSubject = ({ kind, subjectId }: BooksCheck['mismatches'][number]) => {
        const person = kind === 'balance' ? view.get(users, subjectId) : undefined
        if (person) return nameOf(person)
        if (isOfItem(kind)) return view.get(items, subjectId)?.itemName ?? subjectId
        return view.get(posSales, subjectId)?.receiptNumber ?? drawerOf(view.get(shifts, subjectId)) ?? subjectId
      }
      return mismatches.map(nameOfSubject)
    },
    [mismatches],
  )
  return (
    <>
      <p className={classes.advice}>
        Nothing is repaired by itself. Note what is listed here, make a backup, and look at the server’s log before money is paid out.
      </p>
      <ul className={classes.mismatches}>
        {mismatches.slice(0, SHOWN_MISMATCHES).map(({ kind, subjectId, account, expected, found }, index) => {
          const shown = (value: number) => (isOfItem(kind) ? grouped(value) : formatCents(cents(value)))
          if (account === 'cash_drawer')
            return (
              <li key={`shift ${subjectId} ${expected}`}>
                Shift of <bdi>{names[index]}</bdi>: the books have {shown(found)}, but its sales, cash moves and count make{' '}
                {shown(expected)}
              </li>
            )
          if (kind === 'posting' && account)
            return (
              <li key={`${kind} ${subjectId} ${account}`}>
                POS sale <bdi>{names[index]}</bdi>: its payments and its lines differ by {shown(Math.abs(found))}
              </li>
            )
          return (
            <li key={`${kind} ${subjectId} ${account}`}>
              {MISMATCH_WORDS[kind]} <bdi>{names[index]}</bdi>
              {account && ` (${ACCOUNT_WORDS[account]})`}:{' '}
              {kind === 'posting'
                ? `sums to ${shown(found)}, not to 0`
                : `${shown(found)}, but ${MISMATCH_SOURCES[kind]} ${shown(expected)}`}
            </li>
          )
        })}
      </ul>
      {mismatches.length > SHOWN_MISMATCHES && <small className={classes.small}>and {mismatches.length - SHOWN_MISMATCHES} more</small>}
    </>
  )
}

function Earlier({ checks }: { readonly checks: readonly BooksCheck[] }) {
  const { moment } = useMoments()
  const sorted = [...checks].sort((a, b) => b.atMs - a.atMs)
  return (
    <details className={classes.earlier}>
      <summary>Earlier checks</summary>
      <ul>
        {sorted.map((check) => (
          <li key={check.id}>
            {moment(check.atMs)}: {check.mismatches.length === 0 ? 'balanced' : <strong>{countOf(check)}</strong>}
          </li>
        ))}
      </ul>
    </details>
  )
}
