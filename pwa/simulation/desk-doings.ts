import { balances } from '@shop/shared/sales/schema.ts'
import type { SyncEngine } from '../src/sync/engine/engine.ts'
import type { DeskAction } from './desk.ts'
import { ownerOf } from './doing.ts'
import type { Deed } from './oracle/deeds.ts'
import type { DeskRequest, People } from './simulated-server.ts'

type Asking = { readonly request: DeskRequest; readonly deed: Deed }

/** The call that an admin's page would make for an action, or undefined when no visible row allows the action. */
export function deskDoingOf(action: DeskAction, tab: SyncEngine, people: People): Asking | undefined {
  const key = tab.newId()
  switch (action.do) {
    case 'adjustBalance': {
      const uid = ownerOf(people, action.owner)
      const seenCents = tab.replica.view.get(balances, uid)?.availableCents ?? 0
      const { targetCents } = action
      return {
        request: { key, do: 'adjust', uid, targetCents, seenCents },
        deed: { kind: 'adjust', uid, byCents: targetCents - seenCents },
      }
    }
    case 'closeAccount': {
      const uid = people.earlier[action.nth]
      return uid ? { request: { key, do: 'close', uid }, deed: { kind: 'close', uid } } : undefined
    }
    case 'importFile': {
      const { mode } = action
      const uid = action.owner === 0 ? null : ownerOf(people, action.owner)
      const rows = action.lines.map((line) => ({ itemId: tab.newId(), ...line }))
      return { request: { key, do: 'import', uid, mode, rows }, deed: { kind: 'import', owner: uid, mode, rows } }
    }
    case 'migrate': {
      const fromUid = people.earlier[action.nth]
      const toUid = people.consignors[action.nth]
      return fromUid && toUid ? { request: { key, do: 'migrate', fromUid, toUid }, deed: { kind: 'move', fromUid, toUid } } : undefined
    }
  }
}
