import { EMPTY_PROFILE, type User, users } from '../accounts/schema.ts'
import { type Item, items } from '../inventory/schema.ts'
import type { Actor, AnyCollection, AnyCommand, Row } from '../kernel/define-command.ts'
import type { Refusal } from '../kernel/errors.ts'
import { uuidv7 } from '../kernel/ids.ts'
import { mayRun, type Outcome, type RowReader, readArgs, runOver, type Writes } from '../kernel/unit-of-work.ts'
import { type LedgerEntry, ledgerEntries } from '../sales/schema.ts'
import { brokenLawsOf, overdrawingPayouts } from './shop-laws.ts'

/** Makes the n-th test id. Test ids sort by their numbers. */
export function testId(n: number): string {
  const random = new Uint8Array(10)
  new DataView(random.buffer).setUint32(6, n)
  return uuidv7(1_700_000_000_000, random)
}

/** The admin in tests. */
export const ADMIN: Actor = { uid: testId(1), role: 'admin', wasAdmin: false }

/** A person whose admin role was withdrawn. */
export const FORMER_ADMIN: Actor = { uid: testId(2), role: 'user', wasAdmin: true }

/** One event in a shop: a command with its outcome, or the removal of a user. */
export type JournalEntry =
  | {
      readonly kind: 'command'
      readonly id: string
      readonly command: AnyCommand
      readonly args: unknown
      readonly actor: Actor
      readonly at: number
      readonly refusedAs: string | null
    }
  | { readonly kind: 'userLeft'; readonly uid: string }

/** Start time of tests, in milliseconds since 1970. */
export const START_MS = 1_700_000_000_000

/** A shop in memory, on which commands run as they run on a device or the server. */
export class MemoryShop implements RowReader {
  private readonly rows = new Map<string, Map<string, Row>>()
  private commandCount = 0
  nowMs = START_MS
  /** Every event so far. */
  readonly journal: JournalEntry[] = []

  get(collection: AnyCollection, id: string): Row | undefined {
    return this.rows.get(collection.name)?.get(id)
  }

  where(collection: AnyCollection, field: string, value: string): Iterable<Row> {
    return this.all<Row>(collection).filter((row) => (row as unknown as Record<string, unknown>)[field] === value)
  }

  all<R extends Row>(collection: AnyCollection): R[] {
    return [...(this.rows.get(collection.name)?.values() ?? [])] as R[]
  }

  apply(writes: Writes): void {
    for (const [name, changed] of writes) {
      const rows = this.rows.get(name) ?? new Map<string, Row>()
      this.rows.set(name, rows)
      for (const [id, row] of changed) {
        if (row) rows.set(id, row)
        else rows.delete(id)
      }
    }
  }

  /** Parses and runs a command. Invalid arguments are a mistake of the test and throw an error. */
  try(command: AnyCommand, args: unknown, { actor = ADMIN, at = ++this.nowMs }: { actor?: Actor; at?: number } = {}): Outcome {
    if (!mayRun(command, actor)) throw new Error(`${actor.role} may not run ${command.name}`)
    const parsed = readArgs(command, command.version, args)
    if (!parsed.success) throw parsed.error
    const id = testId(900_000 + this.commandCount++)
    const outcome = runOver(this, command, parsed.data, { commandId: id, nowMs: at, receivedAtMs: this.nowMs, isReturned: false, actor })
    this.journal.push({
      kind: 'command',
      id,
      command,
      args,
      actor,
      at,
      refusedAs: outcome.status === 'refused' ? outcome.refusal.code : null,
    })
    if (outcome.status === 'done') this.apply(outcome.writes)
    return outcome
  }

  /** Runs a command that must succeed. */
  run(command: AnyCommand, args: unknown, options: { actor?: Actor; at?: number } = {}): Writes {
    const outcome = this.try(command, args, options)
    if (outcome.status === 'refused') throw outcome.refusal
    return outcome.writes
  }

  /** Runs a command that must refuse, and returns its refusal. */
  refuse(command: AnyCommand, args: unknown, options: { actor?: Actor; at?: number } = {}): Refusal {
    const outcome = this.try(command, args, options)
    if (outcome.status === 'refused') return outcome.refusal
    throw new Error(`${command.name} was not refused`)
  }

  addUser(uid: string, more: Partial<User> = {}): void {
    const user: User = {
      ...EMPTY_PROFILE,
      id: uid,
      email: `${uid}@example.org`,
      displayName: '',
      createdAtMs: START_MS,
      ...more,
    }
    this.apply(new Map([[users.name, new Map([[uid, user]])]]))
  }

  removeUser(uid: string): void {
    this.journal.push({ kind: 'userLeft', uid })
    this.apply(new Map([[users.name, new Map([[uid, null]])]]))
  }

  item(id: string): Item | undefined {
    return this.get(items, id) as Item | undefined
  }

  /** Lists the sides of all postings of a kind: account, person, cents. */
  postedSides(kind: string): [account: string, uid: string | null, amountCents: number][] {
    const entries = this.all<LedgerEntry>(ledgerEntries).filter((one) => one.kind === kind)
    return entries.map(({ account, uid, amountCents }) => [account, uid, amountCents])
  }

  /** Lists the laws that are broken at this moment. Every command must leave the list empty. */
  brokenLaws(): string[] {
    return [...brokenLawsOf(this), ...overdrawingPayouts(this)]
  }
}
