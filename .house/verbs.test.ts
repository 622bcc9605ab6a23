import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { calls } from '@shop/shared/calls.ts'
import { commands } from '@shop/shared/registry.ts'
import { describe, expect, test } from 'vitest'
import { projectFiles, root } from './project.ts'
import { CALL_NAMES, COMMAND_NAMES } from './wire-names.ts'

/** The verbs that name acts, each with its meaning here. Command, call and handler of an act share its verb: `requestPayout`, `requestPayoutCall`,
 *  `handleRequestPayout`. */
const VERBS: Readonly<Record<string, string>> = {
  accept: 'agree to the price that the other side of a trade named',
  add: 'make something new',
  adjust: 'post the difference to a wanted amount',
  allocate: 'hand stock to a consignor',
  attach: 'add a file to a row',
  cancel: 'end one’s own request or import before it takes effect',
  change: 'replace one’s own password',
  check: 'answer whether something holds, or list what is wrong',
  close: 'end an account for good, or a shift',
  commit: 'let a staged import take effect',
  complete: 'finish a till sale',
  confirm: 'answer a question the shop asks',
  copy: 'make another one like it',
  count: 'answer how many there are',
  counter: 'name another price',
  decline: 'refuse the price that the other side of a trade named',
  download: 'answer a file',
  edit: 'alter fields',
  erase: 'remove the data that identifies a person',
  expire: 'end a trade that nobody answered in time',
  export: 'answer a table as a file',
  extract: 'find a picture on a page',
  finish: 'end a sign-in at a provider',
  get: 'answer one thing',
  import: 'make many from a file',
  leave: 'take a closed account out of a trade',
  link: 'join an account of a provider',
  list: 'answer many',
  mark: 'note that something happened outside the shop’s system',
  massInput: 'make many from a typed list',
  migrate: 'move the goods and money of an earlier account',
  move: 'take a return to its sale, or cash into or out of a drawer',
  note: 'record that the server did something',
  open: 'begin a shift; read what others may not: a mail that may show a secret, sealed work',
  prove: 'show that one is the person who signed in, or that an e-mail address is one’s own',
  record: 'keep a sale that happened elsewhere',
  refund: 'give a customer money back for returned goods',
  register: 'make the row of somebody who signed up',
  remind: 'notify once more before a deadline',
  remove: 'take away',
  report: 'tell the shop’s admins what failed',
  request: 'ask for something that somebody else grants',
  resend: 'send a mail once more',
  reset: 'set a password without knowing the old one',
  revoke: 'end a session or an invitation',
  save: 'store as a whole',
  search: 'answer the matches of a text',
  send: 'send a mail',
  set: 'store one value',
  settle: 'close a discrepancy',
  sign: 'sign in, sign up or sign out',
  stage: 'hand over a part of an import',
  start: 'begin something of several steps',
  submit: 'hand in a shipment',
  subscribe: 'begin to get notifications',
  take: 'get the next one of a stock for oneself',
  test: 'try an outside service',
  track: 'count a visit',
  undo: 'take back one’s own act shortly after it',
  unlink: 'part from an account of a provider',
  unsubscribe: 'stop getting notifications',
  void: 'undo a till sale',
  vouch: 'give one’s word instead of a proof',
}

/** Calls that are not named after their command, because they do less or more than it. */
const NARROWER: Readonly<Record<string, string>> = {
  addUser: 'addEarlierAccounts',
  editMasterItem: 'editItem',
  editConsignorItem: 'editItem',
  editItemImage: 'editItem',
  migrateDomain: 'editUser',
  removeMasterItem: 'removeItem',
  removeConsignorItem: 'removeItem',
  removeAnyShipment: 'removeShipment',
  commitImport: 'importItems',
  openMail: 'noteSecretShown',
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sources = projectFiles().filter((path) => /^(shared|sync-server|pwa)\/src\/.*\.tsx?$/.test(path))
const code = sources.filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
const shared = code.filter((path) => path.startsWith('shared/src/'))
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const startsWithVerb = (name: string) => Object.keys(VERBS).some((verb) => new RegExp(`^${verb}(?![a-z])`).test(name))

/** The constants of `shared` whose values are in `listed`, with their wire names and files. */
async function constantsOf(listed: readonly { readonly name: string }[]) {
  const found: { constant: string; name: string; path: string }[] = []
  for (const path of shared)
    for (const [constant, value] of Object.entries((await import(join(root, path))) as Record<string, unknown>))
      if (listed.includes(value as { name: string })) found.push({ constant, name: (value as { name: string }).name, path })
  return found
}

/** The handlers of the server, each with its call and the commands it runs. */
const handlers = code
  .filter((path) => path.startsWith('sync-server/src/'))
  .flatMap((path) =>
    read(path)
      .split(/^(?=(?:export )?const )/m)
      .flatMap((part) => {
        const call = /implement(?:Public)?Call\(\s*(\w+)/.exec(part)?.[1]
        const handler = /^(?:export )?const (\w+)/.exec(part)?.[1]
        return call && handler
          ? [{ path, call, handler, runs: [...part.matchAll(/(?:runCommand\(\s*\w+, |command: )(\w+)/g)].map((match) => match[1]) }]
          : []
      }),
  )

describe('one verb for one act', () => {
  test('every command and call has a line in the table of wire names', async () => {
    const [commandConstants, callConstants] = [await constantsOf(commands), await constantsOf(calls)]
    expect(Object.fromEntries(commandConstants.map(({ constant, name }) => [constant, name]))).toEqual(COMMAND_NAMES)
    expect(Object.fromEntries(callConstants.map(({ constant, name }) => [constant, name]))).toEqual(CALL_NAMES)
  })

  test('commands and calls begin with a verb of the list, and every verb is used', () => {
    const names = [...Object.keys(COMMAND_NAMES), ...Object.keys(CALL_NAMES)]
    expect(names.filter((name) => !startsWithVerb(name))).toEqual([])
    expect(Object.keys(CALL_NAMES).filter((name) => !name.endsWith('Call'))).toEqual([])
    expect(Object.keys(COMMAND_NAMES).filter((name) => /C(all|ommand)$/.test(name))).toEqual([])
    expect(Object.keys(VERBS).filter((verb) => !names.some((name) => new RegExp(`^${verb}(?![a-z])`).test(name)))).toEqual([])
  })

  test('a file with only one command is named after that command', async () => {
    const found = await constantsOf(commands)
    const alone = found.filter(({ path }) => path.includes('/commands/') && found.filter((other) => other.path === path).length === 1)
    expect(alone.filter(({ constant, path }) => basename(path) !== `${kebab(constant)}.ts`)).toEqual([])
    expect(alone.length).toBeGreaterThan(20)
  })

  test('a handler is named after its call and, with the listed exceptions, runs the command of the same name', () => {
    const acts = handlers.map(({ call, handler, runs }) => ({ act: call.replace(/Call$/, ''), handler, runs: [...new Set(runs)] }))
    expect(acts.length).toBe(calls.length)
    expect(acts.filter(({ act, handler }) => handler !== `handle${act[0]?.toUpperCase()}${act.slice(1)}`)).toEqual([])
    const runners = acts.filter(({ runs }) => runs.length > 0)
    expect(runners.filter(({ act, runs }) => !runs.includes(NARROWER[act] ?? act))).toEqual([])
    expect(Object.keys(NARROWER).filter((act) => !runners.some((runner) => runner.act === act))).toEqual([])
    expect(runners.length).toBeGreaterThan(30)
  })

  test('no function is named by a synonym of `require`, which throws, or of `check`, which answers', () => {
    const other = /(?:function|const) ((?:demand|ensure|verify|validate|assert)[A-Z]\w*)/g
    expect(sources.flatMap((path) => [...read(path).matchAll(other)].map((match) => `${path}: ${match[1]}`))).toEqual([])
  })
})
