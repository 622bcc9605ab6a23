import { expect, it } from 'vitest'
import { Chance } from './chance.ts'
import { makePlan } from './make-plan.ts'
import type { Action, Planned } from './plan.ts'
import { runRealHistory } from './real-history.ts'
import { HAPPENINGS, type Happening, NOT_ON_PGLITE } from './tally.ts'

const SEED = Number(process.env.SIMULATION_SEED ?? Date.now() % 1_000_000_000)
/** Probabilities of faults. They are so high that each fault occurs even in a short history. */
const FAULTS = { lostRequest: 0.15, lostAnswer: 0.15, duplicate: 0.2 }

const sell = (device: number, nth: number, isDoubleTap = false): Action => ({
  ...{ do: 'sell', device, tab: 0, isDoubleTap },
  goods: [
    { nth, quantity: 1, priceCents: 1_250 },
    { nth: nth + 1, quantity: 2, priceCents: 399 },
  ],
})

/** Lets enough time pass for every pending retry. */
const LATER: readonly [Action, number] = [{ do: 'pass', ms: 60_000 }, 70]

const ask: readonly [Action, number] = [
  { do: 'askTrade', device: 3, tab: 0, barcode: '5', quantity: 1, priceCents: 333, isOwnShipping: false },
  60,
]
const agreed: readonly (readonly [Action, number])[] = [
  LATER,
  [{ do: 'answerOffer', device: 4, tab: 0, nth: 0, how: 'agree', priceCents: 1 }, 60],
  LATER,
]

/** Both consignors trade on their phones. A restored server would not pay out before an admin confirms it. */
const TRADING: readonly (readonly [Action, number])[] = [
  [{ do: 'bringPhone' }, 20],
  ...[1, 2].map((owner): [Action, number] => [{ do: 'customSale', device: 0, tab: 0, owner, priceCents: 9_000 }, 10]),
  ...[1, 2].map((owner): [Action, number] => [{ do: 'addItem', device: 0, tab: 0, quantity: 5, owner }, 10]),
  [{ do: 'comeUpToDate', device: 0 }, 30],
  ask,
  ...agreed,
  [{ do: 'shipTrade', device: 0, tab: 0, nth: 0 }, 40],
  LATER,
  ask,
  LATER,
  [{ do: 'cancelTrade', device: 3, tab: 0, nth: 0 }, 40],
  ask,
  ...agreed,
  [{ do: 'removeTrade', device: 0, tab: 0, nth: 0 }, 40],
]

/** A plan with every misfortune of a shop. Devices 0 and 1 belong to the first admin, device 2 to the second admin, device 3 to
 *  a consignor, device 4 to the other one. Device 5 is a clone of device 0. */
const EVERYTHING: readonly (readonly [Action, number])[] = [
  ...TRADING,
  [sell(0, 0, true), 30],
  [{ do: 'backupServer' }, 0],
  [sell(0, 1), 20],
  [{ do: 'comeUpToDate', device: 0 }, 10],
  [{ do: 'openTab', device: 0 }, 20],
  [{ do: 'saveCart', device: 0, tab: 1, cart: 0 }, 10],
  [sell(1, 2), 6],
  [{ do: 'killTab', device: 1, tab: 0 }, 5],
  [{ do: 'openTab', device: 1 }, 30],
  [sell(1, 0), 0],
  LATER,
  [sell(1, 1), 0],
  [{ do: 'killTab', device: 1, tab: 0, whileTalking: true }, 0],
  [{ do: 'openTab', device: 1 }, 30],
  // kills one of two tabs
  [{ do: 'killTab', device: 0, tab: 1 }, 20],
  // upgrades an app with waiting commands before its server
  [{ do: 'cutNetwork', device: 1 }, 0],
  [sell(1, 0), 10],
  [sell(1, 1), 10],
  [{ do: 'upgradeApp', device: 1 }, 30],
  [sell(1, 2), 10],
  // many changes for one pull
  ...[0, 1, 2, 0, 1, 2].map((nth): [Action, number] => [sell(0, nth), 8]),
  LATER,
  [{ do: 'mendNetwork', device: 1 }, 10],
  LATER,
  // a role withdrawn while the person's device is offline
  [{ do: 'cutNetwork', device: 2 }, 5],
  [{ do: 'withdrawRole', person: 1 }, 5],
  [sell(2, 0), 5],
  [{ do: 'edit', device: 2, tab: 0, nth: 0, delta: 2 }, 10],
  [{ do: 'mendNetwork', device: 2 }, 10],
  LATER,
  [{ do: 'grantRole', person: 1 }, 10],
  [{ do: 'killTabInTransaction', device: 0, tab: 0, operations: 3 }, 0],
  [sell(0, 2), 20],
  [{ do: 'setClock', device: 0, offsetMs: -10 * 365 * 86_400_000 }, 0],
  [sell(0, 0), 20],
  [{ do: 'expireToken', device: 0 }, 0],
  [sell(0, 1), 20],
  [{ do: 'cloneStorage', device: 0 }, 20],
  [{ do: 'signInAgain', device: 0 }, 10],
  [sell(5, 1), 20],
  [{ do: 'corruptRow', device: 0, harm: 'missing' }, 10],
  [{ do: 'corruptRow', device: 2, harm: 'stale' }, 10],
  [{ do: 'corruptRow', device: 3, harm: 'surplus' }, 10],
  [{ do: 'restartServer' }, 0],
  [sell(0, 2), 20],
  [{ do: 'comeUpToDate', device: 0 }, 10],
  LATER,
  [{ do: 'restoreServer', nth: 0 }, 60],
  [{ do: 'upgradeServer' }, 0],
  [{ do: 'cutNetwork', device: 5 }, 0],
  [sell(5, 0), 40],
  [{ do: 'handOver', device: 5, tab: 0, to: 0, isBroken: true }, 20],
  [{ do: 'mendNetwork', device: 5 }, 5],
  [{ do: 'loseStorageInUse', device: 1 }, 5],
  [sell(1, 1), 20],
  [{ do: 'fillDisk', device: 1 }, 5],
  [{ do: 'saveCart', device: 1, tab: 0, cart: 1 }, 20],
  [{ do: 'freeDisk', device: 1 }, 5],
  [{ do: 'killBrowser', device: 3 }, 5],
  [{ do: 'cutPower', device: 2 }, 5],
  [{ do: 'writeElsewhere' }, 30],
]

/** Maximum number of histories. A plan does not control which of two real processes is faster, so a later history may meet a fault that the earlier
 *  histories missed. */
const MOST_HISTORIES = 4

const planFrom = (seed: number): Planned[] => {
  const everyday = makePlan(new Chance(seed), 60).filter(({ action }) =>
    ['sell', 'edit', 'sellCart', 'void', 'allocate'].includes(action.do),
  )
  return EVERYTHING.flatMap(([action, steps], at): Planned[] => [
    { action, steps },
    ...(at % 4 === 0 ? everyday.slice(at / 4, at / 4 + 1) : []),
  ])
}

it(`loses and doubles nothing on IndexedDB and the real server, from seed ${SEED}`, {
  timeout: 1_200_000,
}, async () => {
  const missing = new Set(HAPPENINGS.filter((what) => !NOT_ON_PGLITE.includes(what)))
  for (let seed = SEED; missing.size > 0 && seed < SEED + MOST_HISTORIES; seed += 1) {
    const { broken, log, tally, checked } = await runRealHistory(seed, planFrom(seed), { faults: FAULTS })
    expect(broken, `seed ${seed}\n${log.join('\n')}`).toEqual([])
    for (const [what, count] of Object.entries(checked)) expect(count, what).toBeGreaterThan(0)
    for (const what of tally.counts.keys()) missing.delete(what as Happening)
  }
  expect([...missing]).toEqual([])
})
