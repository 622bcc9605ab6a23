import type { AnyCollection } from '@shop/shared/kernel/define-command.ts'
import type { CommandResult, FreshStartReason, PullRequest, PullResponse } from '@shop/shared/kernel/wire.ts'
import * as z from 'zod/mini'
import { type Server, ServerProblem } from '../ports/ports.ts'
import type { PulledRow } from '../store/apply-pull.ts'

/** Maximum number of pages in one pull. A server that sends more is broken. */
const MAX_PAGES = 100_000

export type Pulled =
  | { readonly kind: 'startAfresh'; readonly reason: FreshStartReason; readonly serverNowMs: number }
  | {
      readonly kind: 'changes'
      readonly cursor: string
      readonly rows: readonly PulledRow[]
      readonly results: readonly CommandResult[]
      readonly pages: number
      readonly sums: (PullResponse & { kind: 'changes' })['sums']
      readonly serverNowMs: number
    }

type PullOptions = {
  readonly takes: RowCheck
  readonly signal: AbortSignal
  /** The first page, if the server has sent it already. */
  readonly first?: PullResponse | null
}

/** Fetches everything since the request's cursor. The caller applies it only after the last page, so that a pull takes effect as a whole. */
export async function pullAll(server: Server, request: PullRequest, { takes, signal, first }: PullOptions): Promise<Pulled> {
  const rows = new Map<string, PulledRow>()
  const results: CommandResult[] = []
  let page: string | undefined
  for (let pages = 1; pages <= MAX_PAGES; pages++) {
    const answer = (pages === 1 && first) || (await server.pull(page === undefined ? request : { ...request, page }, signal))
    if (answer.kind === 'startAfresh') return answer
    for (const [collection, { put, remove }] of Object.entries(answer.changes)) {
      for (const row of put) if (takes(collection, row)) rows.set(`${collection}/${row.id}`, { collection, id: row.id, row })
      for (const id of remove) rows.set(`${collection}/${id}`, { collection, id, row: null })
    }
    results.push(...answer.results)
    if (!answer.more) {
      const { cursor, sums, serverNowMs } = answer
      return { kind: 'changes', cursor, rows: [...rows.values()], results, pages, sums, serverNowMs }
    }
    if (answer.page === undefined) break
    page = answer.page
  }
  throw new ServerProblem('broken', 'a pull that does not end')
}

/** True for a row that may be stored. An unreadable row is left out, so that it does not stop the others. The daily audit repairs the row's
 *  collection. */
export type RowCheck = (collection: string, row: unknown) => boolean

/** One schema per collection, because each new schema is compiled again. */
const looseSchemas = new WeakMap<AnyCollection, z.ZodMiniType>()

function looseSchemaOf(collection: AnyCollection): z.ZodMiniType {
  let schema = looseSchemas.get(collection)
  if (!schema) {
    const whole: z.ZodMiniType = collection.schema
    // a schema with refinements of its own has no partial form
    const hasPartial = whole instanceof z.ZodMiniObject && !whole.def.checks?.length
    schema = hasPartial ? z.catchall(z.partial(whole), z.unknown()) : z.looseObject({ id: z.string() })
    looseSchemas.set(collection, schema)
  }
  return schema
}

/** Checks rows loosely against the collections' schemas: a viewer may receive only some fields, and a newer server may send additional ones. */
export function rowCheck(
  findCollection: (name: string) => AnyCollection | undefined,
  log: (message: string, detail?: unknown) => void,
): RowCheck {
  return (name, row) => {
    const collection = findCollection(name)
    if (!collection) return false
    const parsed = looseSchemaOf(collection).safeParse(row)
    if (!parsed.success) log(`a row of ${name} cannot be read and was left out`, parsed.error)
    return parsed.success
  }
}
