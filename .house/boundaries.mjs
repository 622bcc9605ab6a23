// Rules for imports between modules. A pattern names the importing module's folder by $1 or $2, so the rules also apply to future features.

const test = '[.]test[.]tsx?$|/testing/'
const feature = '(?!(?:app|demo|sync|ui|platform|migrations|kernel|testing)/)[^/]+'

/** The folders of the server's platform, lowest first. `platform.ts` is a file that joins the folders before it. */
const platformFloors = ['kernel', 'database', 'jobs', 'commands', 'pull', 'pokes', 'backup', 'platform[.]ts', 'http']

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const platformFloorRules = platformFloors.slice(0, -1).map((floor, index) => ({
  name: `nothing-above-platform-${floor.replace('[.]', '-')}`,
  comment: `Imports inside platform lead downwards: ${platformFloors.map((one) => one.replace('[.]', '.')).join(' < ')}.`,
  severity: 'error',
  from: { path: `^sync-server/src/platform/${floor}${floor.endsWith('ts') ? '$' : '/'}`, pathNot: test },
  to: { path: `^sync-server/src/platform/(?!(?:${platformFloors.slice(0, index + 1).join('|')})(?:/|$))` },
}))

/** The folders of the app's sync, lowest first; `api.ts` lies above them all. */
const syncFloors = ['ports', 'store', 'rows', 'search', 'engine', 'worker', 'session']

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const syncDownwardsOnly = syncFloors.map((floor, index) => ({
  name: `sync-${floor}-imports-downwards`,
  comment: `Imports in sync lead downwards, so that each floor can be read without those above it: ${syncFloors.join(' ← ')} ← api.ts.`,
  severity: 'error',
  from: { path: `^pwa/src/sync/${floor}/`, pathNot: test },
  to: { path: `^pwa/src/sync/(?:${[...syncFloors.slice(index + 1).map((above) => `${above}/`), 'api[.]ts$'].join('|')})` },
}))

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const forbidden = [
  ...platformFloorRules,
  {
    name: 'shared-imports-zod-only',
    comment: 'shared runs on devices and on the server: no Node, no DOM, no package except zod.',
    severity: 'error',
    from: { path: '^shared/src/', pathNot: test },
    to: { pathNot: '^shared/src/|(?:^|/)node_modules/zod/' },
  },
  {
    name: 'devices-load-zod-mini',
    comment: 'Full zod would make a device load every method of every class, and error messages that the app does not need.',
    severity: 'error',
    from: { path: '^(shared|pwa)/src/', pathNot: test },
    to: { path: '(?:^|/)node_modules/zod/', pathNot: '(?:^|/)node_modules/zod/mini/' },
  },
  {
    name: 'pwa-and-server-apart',
    comment: 'The app and the server share only what shared declares, types included. The simulation and the benches run both on purpose.',
    severity: 'error',
    from: { path: '^(pwa|sync-server)/src/' },
    to: { path: '^(?:pwa|sync-server)/', pathNot: '^$1/' },
  },
  {
    name: 'features-apart',
    comment: 'A feature of the app or the server imports no other feature; app/ composes them.',
    severity: 'error',
    from: { path: `^(pwa|sync-server)/src/(${feature})/`, pathNot: test },
    to: { path: '^$1/src/[^/]+/', pathNot: '^$1/src/(?:$2|sync|ui|platform)/' },
  },
  {
    name: 'ground-floor-knows-no-feature',
    comment: 'sync, ui and platform are below the features. migrations may use platform only.',
    severity: 'error',
    from: { path: '^(pwa|sync-server)/src/(sync|ui|platform|migrations)/', pathNot: test },
    to: { path: '^$1/src/[^/]+/', pathNot: '^$1/src/(?:sync|ui|platform|migrations)/' },
  },
  ...syncDownwardsOnly,
  {
    name: 'sync-by-its-api',
    comment: 'Screens import only sync/api.ts. Pages outside the app may read the stored sign-in without loading the rest of sync.',
    severity: 'error',
    from: { path: '^pwa/src/(?!sync/)', pathNot: test },
    to: { path: '^pwa/src/sync/', pathNot: '^pwa/src/sync/(?:api|store/stored-session)[.]ts$' },
  },
  {
    name: 'demo-below-app',
    comment:
      'The demo shop is filled through the features, as people would fill it. app/ starts the filling, so demo/ imports nothing from app/.',
    severity: 'error',
    from: { path: '^sync-server/src/demo/', pathNot: test },
    to: { path: '^sync-server/src/app/' },
  },
  {
    name: 'shared-features-by-schema-and-rules',
    comment: "A feature of shared may import another's schema, rules and refusals; everything may import the kernel.",
    severity: 'error',
    from: { path: `^shared/src/(${feature})/`, pathNot: test },
    to: {
      path: '^shared/src/',
      pathNot: ['^shared/src/(?:$1|kernel)/', '^shared/src/[^/]+/(?:[^/]*schema|[^/]*rules|[^/]*errors)(?:[.]ts$|/)'],
    },
  },
  {
    name: 'lists-of-features-through-the-whole',
    comment:
      "Only shared's registry.ts, device-commands.ts and calls.ts import a feature's lists: such a list lacks the other features, and has commands of the server.",
    severity: 'error',
    from: { pathNot: '^shared/src/(?:registry|device-commands|calls)[.]ts$' },
    to: { path: '^shared/src/[^/]+/(?:registry|call-list)[.]ts$' },
  },
  {
    name: 'kernel-knows-no-feature',
    comment: 'Every feature imports the kernel, so the kernel imports no feature.',
    severity: 'error',
    from: { path: '^shared/src/kernel/', pathNot: test },
    to: { path: '^shared/src/', pathNot: '^shared/src/kernel/' },
  },
  {
    name: 'device-database-in-sync-only',
    comment: 'Screens read the device’s data through sync: rows from memory, the rest by its hooks (decision 0036).',
    severity: 'error',
    from: { path: '^pwa/src/', pathNot: '^pwa/src/sync/' },
    to: { path: '(?:^|/)node_modules/(dexie|dexie-react-hooks|idb)/' },
  },
  {
    name: 'database-in-platform-only',
    comment: 'Features reach the database through platform.',
    severity: 'error',
    from: { path: '^sync-server/src/', pathNot: ['^sync-server/src/(platform|migrations)/', test] },
    to: { path: '(?:^|/)node_modules/(kysely|pg|@electric-sql|@types/pg)/' },
  },
  {
    name: 'nothing-imports-tests',
    comment: 'Shipped code imports no tests, no simulation, no benches and no end-to-end helpers.',
    severity: 'error',
    from: { path: '^(pwa|sync-server|shared)/src/', pathNot: test },
    to: { path: `${test}|^(pwa|sync-server)/(e2e|simulation|bench)/` },
  },
  {
    name: 'oracle-alone',
    comment: 'The simulation’s oracle is a second opinion: it shares no rule with the code that it judges.',
    severity: 'error',
    from: { path: '^pwa/simulation/oracle/' },
    to: { pathNot: '^pwa/simulation/oracle/' },
  },
  {
    name: 'no-cycles',
    comment: 'Modules that import each other in a circle can only be understood and changed together.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'nothing-unresolved',
    comment: 'No other rule can check an import that cannot be resolved.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:|[?](url|worker|raw)$' },
  },
]
