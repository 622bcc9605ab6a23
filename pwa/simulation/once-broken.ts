import type { Action, Planned } from './plan.ts'

/** A history that once broke a law, as the simulation shortened and printed it. Each line has an action and the number of other steps after it. */
export type OnceBroken = { readonly name: string; readonly seed: number; readonly plan: readonly Planned[] }

const planOf = (lines: string): readonly Planned[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [action, steps] = line.split(' then ') as [string, string]
      return { action: JSON.parse(action) as Action, steps: Number.parseInt(steps, 10) }
    })

export const ONCE_BROKEN: readonly OnceBroken[] = [
  {
    name: 'a first sync continued into a storage that had just been cleared',
    seed: 1001493,
    plan: planOf(`
{"do":"recount","device":5,"tab":2,"nth":4,"counted":1} then 33 steps
{"do":"sell","device":5,"tab":2,"goods":[{"nth":1,"quantity":2,"priceCents":3653},{"nth":0,"quantity":3,"priceCents":2226},{"nth":5,"quantity":1,"priceCents":3829}],"isDoubleTap":false} then 31 steps
{"do":"killTab","device":4,"tab":2} then 29 steps
{"do":"sell","device":1,"tab":0,"goods":[{"nth":9,"quantity":3,"priceCents":4498},{"nth":2,"quantity":1,"priceCents":842},{"nth":7,"quantity":1,"priceCents":4013}],"isDoubleTap":false} then 0 steps
{"do":"sell","device":2,"tab":0,"goods":[{"nth":9,"quantity":2,"priceCents":3102}],"isDoubleTap":false} then 38 steps
{"do":"killBrowser","device":1} then 28 steps
{"do":"killTab","device":4,"tab":1} then 22 steps
{"do":"mendNetwork","device":3} then 2 steps
{"do":"edit","device":1,"tab":0,"nth":9,"delta":-3} then 22 steps
{"do":"sell","device":4,"tab":0,"goods":[{"nth":3,"quantity":2,"priceCents":2315},{"nth":11,"quantity":2,"priceCents":4553}],"isDoubleTap":false} then 8 steps
{"do":"recount","device":0,"tab":0,"nth":5,"counted":7} then 13 steps
{"do":"sell","device":2,"tab":0,"goods":[{"nth":6,"quantity":1,"priceCents":787}],"isDoubleTap":false} then 37 steps
{"do":"sellCart","device":5,"tab":2,"cart":1} then 34 steps
{"do":"sell","device":0,"tab":2,"goods":[{"nth":9,"quantity":1,"priceCents":3859},{"nth":1,"quantity":3,"priceCents":2476}],"isDoubleTap":false} then 27 steps
{"do":"sell","device":2,"tab":0,"goods":[{"nth":10,"quantity":1,"priceCents":486},{"nth":1,"quantity":3,"priceCents":693},{"nth":1,"quantity":2,"priceCents":3721}],"isDoubleTap":false} then 19 steps
{"do":"sell","device":5,"tab":1,"goods":[{"nth":7,"quantity":2,"priceCents":4371},{"nth":10,"quantity":3,"priceCents":876},{"nth":3,"quantity":2,"priceCents":4052}],"isDoubleTap":true} then 0 steps
{"do":"handOver","device":4,"tab":1,"to":2,"isBroken":true} then 25 steps
{"do":"signInAgain","device":4} then 23 steps
{"do":"sell","device":2,"tab":2,"goods":[{"nth":8,"quantity":1,"priceCents":4378}],"isDoubleTap":false} then 21 steps
{"do":"restartServer"} then 26 steps
{"do":"sell","device":2,"tab":1,"goods":[{"nth":7,"quantity":1,"priceCents":1327},{"nth":1,"quantity":2,"priceCents":4258}],"isDoubleTap":false} then 0 steps
{"do":"writeElsewhere"} then 27 steps
{"do":"saveCart","device":0,"tab":2,"cart":2} then 24 steps
{"do":"sellCart","device":0,"tab":2,"cart":0} then 35 steps
{"do":"writeElsewhere"} then 37 steps
{"do":"sell","device":3,"tab":2,"goods":[{"nth":4,"quantity":1,"priceCents":194},{"nth":10,"quantity":2,"priceCents":3496},{"nth":5,"quantity":2,"priceCents":3881}],"isDoubleTap":false} then 30 steps
{"do":"saveCart","device":2,"tab":2,"cart":1} then 0 steps
{"do":"grantRole","person":0} then 34 steps
{"do":"edit","device":4,"tab":2,"nth":6,"delta":0} then 9 steps
{"do":"backupServer"} then 0 steps
{"do":"sell","device":1,"tab":1,"goods":[{"nth":5,"quantity":2,"priceCents":348},{"nth":8,"quantity":1,"priceCents":1342},{"nth":6,"quantity":2,"priceCents":1911}],"isDoubleTap":false} then 16 steps
{"do":"cutNetwork","device":0} then 31 steps
{"do":"sell","device":3,"tab":2,"goods":[{"nth":5,"quantity":1,"priceCents":2275},{"nth":6,"quantity":3,"priceCents":400}],"isDoubleTap":false} then 28 steps
{"do":"sell","device":3,"tab":0,"goods":[{"nth":9,"quantity":2,"priceCents":1806},{"nth":9,"quantity":2,"priceCents":2284}],"isDoubleTap":false} then 35 steps
{"do":"sell","device":1,"tab":2,"goods":[{"nth":9,"quantity":3,"priceCents":4505}],"isDoubleTap":false} then 38 steps
{"do":"loseStorageInUse","device":2} then 12 steps
{"do":"freeDisk","device":4} then 2 steps
{"do":"withdrawRole","person":1} then 15 steps
{"do":"cutNetwork","device":5} then 24 steps
{"do":"sell","device":1,"tab":1,"goods":[{"nth":11,"quantity":3,"priceCents":4364},{"nth":1,"quantity":2,"priceCents":1507},{"nth":10,"quantity":1,"priceCents":895}],"isDoubleTap":false} then 36 steps
{"do":"void","device":0,"tab":0,"nth":9} then 0 steps
{"do":"sell","device":0,"tab":1,"goods":[{"nth":9,"quantity":1,"priceCents":2004},{"nth":8,"quantity":1,"priceCents":2954},{"nth":11,"quantity":1,"priceCents":3171}],"isDoubleTap":false} then 0 steps
{"do":"upgradeServer"} then 33 steps
{"do":"mendNetwork","device":5} then 5 steps
{"do":"allocate","device":4,"tab":1,"nth":10,"owner":1,"quantity":1} then 21 steps
`),
  },
  {
    name: 'a server was restored twice between an answer and its acknowledgement',
    seed: 1002953,
    plan: planOf(`
{"do":"sell","device":5,"tab":0,"goods":[{"nth":6,"quantity":1,"priceCents":1261},{"nth":4,"quantity":2,"priceCents":3969},{"nth":7,"quantity":1,"priceCents":1752}],"isDoubleTap":false} then 10 steps
{"do":"freeDisk","device":3} then 39 steps
{"do":"pass","ms":1000} then 5 steps
{"do":"edit","device":2,"tab":1,"nth":9,"delta":3} then 28 steps
{"do":"openTab","device":4} then 38 steps
{"do":"grantRole","person":1} then 31 steps
{"do":"sell","device":1,"tab":2,"goods":[{"nth":9,"quantity":2,"priceCents":2781},{"nth":11,"quantity":3,"priceCents":1800}],"isDoubleTap":false} then 7 steps
{"do":"sell","device":1,"tab":1,"goods":[{"nth":7,"quantity":3,"priceCents":2348},{"nth":7,"quantity":2,"priceCents":2866}],"isDoubleTap":false} then 16 steps
{"do":"sell","device":4,"tab":1,"goods":[{"nth":4,"quantity":1,"priceCents":4880},{"nth":9,"quantity":2,"priceCents":4600},{"nth":0,"quantity":3,"priceCents":184}],"isDoubleTap":false} then 0 steps
{"do":"saveCart","device":2,"tab":1,"cart":0} then 8 steps
{"do":"backupServer"} then 0 steps
{"do":"cutNetwork","device":3} then 7 steps
{"do":"signInAgain","device":1} then 9 steps
{"do":"sellCart","device":4,"tab":0,"cart":0} then 23 steps
{"do":"sell","device":2,"tab":0,"goods":[{"nth":9,"quantity":2,"priceCents":3474},{"nth":2,"quantity":2,"priceCents":3437}],"isDoubleTap":false} then 3 steps
{"do":"sell","device":5,"tab":2,"goods":[{"nth":10,"quantity":2,"priceCents":2907}],"isDoubleTap":true} then 20 steps
{"do":"mendNetwork","device":0} then 34 steps
{"do":"sell","device":5,"tab":1,"goods":[{"nth":4,"quantity":2,"priceCents":4957},{"nth":4,"quantity":2,"priceCents":3249}],"isDoubleTap":false} then 5 steps
{"do":"setClock","device":5,"offsetMs":0} then 10 steps
{"do":"grantRole","person":1} then 14 steps
{"do":"sell","device":4,"tab":0,"goods":[{"nth":4,"quantity":2,"priceCents":322},{"nth":6,"quantity":2,"priceCents":3265},{"nth":4,"quantity":1,"priceCents":1773}],"isDoubleTap":false} then 15 steps
{"do":"corruptRow","device":3,"harm":"surplus"} then 24 steps
{"do":"writeElsewhere"} then 15 steps
{"do":"restoreServer","nth":7} then 0 steps
{"do":"backupServer"} then 25 steps
{"do":"pass","ms":1000} then 29 steps
{"do":"freeDisk","device":5} then 30 steps
{"do":"restoreServer","nth":7} then 32 steps
`),
  },
  {
    name: 'a copy of a device handed back a command that the restored server then refused',
    seed: 5001784,
    plan: planOf(`
{"do":"backupServer"} then 34 steps
{"do":"edit","device":5,"tab":2,"nth":8,"delta":1} then 0 steps
{"do":"sellCart","device":1,"tab":0,"cart":0} then 21 steps
{"do":"saveCart","device":2,"tab":0,"cart":0} then 9 steps
{"do":"addItem","device":1,"tab":0,"quantity":0,"owner":1} then 5 steps
{"do":"sell","device":5,"tab":1,"goods":[{"nth":1,"quantity":2,"priceCents":4886}],"isDoubleTap":false} then 3 steps
{"do":"saveCart","device":5,"tab":1,"cart":1} then 26 steps
{"do":"expireToken","device":4} then 18 steps
{"do":"writeElsewhere"} then 8 steps
{"do":"killTab","device":2,"tab":1} then 38 steps
{"do":"recount","device":5,"tab":1,"nth":7,"counted":7} then 10 steps
{"do":"addItem","device":2,"tab":2,"quantity":5,"owner":0} then 18 steps
{"do":"handOver","device":1,"tab":0,"to":2,"isBroken":true} then 0 steps
{"do":"sellCart","device":0,"tab":2,"cart":1} then 38 steps
{"do":"void","device":2,"tab":0,"nth":4} then 6 steps
{"do":"killTabInTransaction","device":0,"tab":1,"operations":16} then 18 steps
{"do":"sell","device":4,"tab":0,"goods":[{"nth":8,"quantity":2,"priceCents":4594},{"nth":8,"quantity":3,"priceCents":3568},{"nth":2,"quantity":3,"priceCents":3113}],"isDoubleTap":false} then 36 steps
{"do":"cloneStorage","device":2} then 37 steps
{"do":"sell","device":0,"tab":0,"goods":[{"nth":8,"quantity":2,"priceCents":2536},{"nth":2,"quantity":3,"priceCents":1562}],"isDoubleTap":false} then 32 steps
{"do":"sell","device":1,"tab":0,"goods":[{"nth":11,"quantity":3,"priceCents":785},{"nth":6,"quantity":1,"priceCents":336},{"nth":3,"quantity":3,"priceCents":1980}],"isDoubleTap":false} then 24 steps
{"do":"sell","device":2,"tab":0,"goods":[{"nth":5,"quantity":2,"priceCents":3659},{"nth":4,"quantity":2,"priceCents":3707}],"isDoubleTap":false} then 16 steps
{"do":"sell","device":3,"tab":0,"goods":[{"nth":8,"quantity":3,"priceCents":195}],"isDoubleTap":false} then 23 steps
{"do":"restoreServer","nth":7} then 9 steps
`),
  },
  {
    name: 'handed-over work was confirmed, and then lost with the storage that had just received it',
    seed: 8882496,
    plan: planOf(`
{"do":"sell","device":2,"tab":1,"goods":[{"nth":3,"quantity":3,"priceCents":4537}],"isDoubleTap":false} then 11 steps
{"do":"sell","device":0,"tab":0,"goods":[{"nth":4,"quantity":3,"priceCents":2867},{"nth":3,"quantity":2,"priceCents":778},{"nth":4,"quantity":3,"priceCents":4228}],"isDoubleTap":false} then 17 steps
{"do":"sell","device":0,"tab":1,"goods":[{"nth":8,"quantity":1,"priceCents":4567},{"nth":0,"quantity":2,"priceCents":2777}],"isDoubleTap":false} then 30 steps
{"do":"sell","device":5,"tab":0,"goods":[{"nth":10,"quantity":1,"priceCents":2960},{"nth":0,"quantity":2,"priceCents":4000},{"nth":3,"quantity":1,"priceCents":4861}],"isDoubleTap":true} then 18 steps
{"do":"writeElsewhere"} then 0 steps
{"do":"sellCart","device":2,"tab":0,"cart":0} then 30 steps
{"do":"sell","device":2,"tab":1,"goods":[{"nth":7,"quantity":3,"priceCents":4954},{"nth":6,"quantity":1,"priceCents":1771}],"isDoubleTap":true} then 21 steps
{"do":"sell","device":3,"tab":1,"goods":[{"nth":9,"quantity":3,"priceCents":3578}],"isDoubleTap":false} then 11 steps
{"do":"saveCart","device":2,"tab":0,"cart":2} then 22 steps
{"do":"recount","device":5,"tab":0,"nth":5,"counted":4} then 14 steps
{"do":"sell","device":2,"tab":1,"goods":[{"nth":2,"quantity":1,"priceCents":4132},{"nth":4,"quantity":2,"priceCents":4857},{"nth":4,"quantity":3,"priceCents":3412}],"isDoubleTap":false} then 13 steps
{"do":"addItem","device":0,"tab":0,"quantity":0,"owner":2} then 37 steps
{"do":"allocate","device":2,"tab":0,"nth":4,"owner":1,"quantity":1} then 4 steps
{"do":"writeElsewhere"} then 4 steps
{"do":"handOver","device":0,"tab":2,"to":1,"isBroken":true} then 8 steps
{"do":"killTab","device":2,"tab":0} then 24 steps
{"do":"loseStorageInUse","device":1} then 33 steps
`),
  },
]
