import type { CsvValue } from '@shop/shared/kernel/csv.ts'
import { type Cents, cents, dollarsFromCents, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import type { Posting } from '@shop/shared/sales/ledger-calls.ts'
import { type LedgerAccount, ledgerAccountSchema } from '@shop/shared/sales/schema.ts'

/** Writes the ledger as rows of a file, one for each entry. Amounts are in dollars, and credits are positive, so that each posting and the whole file
 *  sum to zero. */
export class LedgerFile {
  static readonly HEADERS: readonly CsvValue[] = [
    'Date',
    'Time',
    'Kind',
    'About',
    'Number',
    'Account',
    'Consignor',
    'Amount',
    'By',
    'Reason',
    'Posting',
    'Command',
    'Consignor ID',
    'Source ID',
  ]
  private readonly sums = new Map<LedgerAccount, Cents>()
  private entriesCount = 0

  constructor(private readonly timeZone: string) {}

  rowsOf({ id, kind, at, byName, byUid, command, source, reason, entries }: Posting): (readonly CsvValue[])[] {
    const { date, time } = wallClock(Date.parse(at), this.timeZone)
    return entries.map(({ account, uid, name, amountCents }) => {
      this.entriesCount++
      this.sums.set(account, cents((this.sums.get(account) ?? ZERO_CENTS) + amountCents))
      const about = [date, time, kind, source.label, source.displayId]
      const origin = [byName || byUid, reason, id, command.name ?? command.id, uid, source.id]
      return [...about, account, name, dollarsFromCents(amountCents), ...origin]
    })
  }

  /** Makes one line for each account, and one for all accounts, which is 0 in a complete ledger. */
  totals(): (readonly CsvValue[])[] {
    const line = (account: string, sum: Cents) => [null, null, 'total', null, null, account, null, dollarsFromCents(sum)]
    const all = cents([...this.sums.values()].reduce<number>((sum, one) => sum + one, 0))
    return [
      ...ledgerAccountSchema.options.flatMap((account) => {
        const sum = this.sums.get(account)
        return sum === undefined ? [] : [line(account, sum)]
      }),
      line(`all accounts, ${this.entriesCount} entries`, all),
    ]
  }
}
