import type { Fault } from '@shop/shared/faults/schema.ts'
import { bigint, definePlainTable, jsonb, text } from '../platform/database/plain-table.ts'

/** Faults of the app that devices reported, one row for each kind of fault. */
export const deviceFaultsTable = definePlainTable('device_faults', {
  id: text(),
  kind: text<Fault['kind']>(),
  name: text(),
  places: jsonb<readonly string[]>(),
  screen: text(),
  browser: text(),
  times: bigint(),
  first_at_ms: bigint(),
  last_at_ms: bigint(),
})
