import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { FAULTS, type Fault } from './seeded/faults.ts'

/** Number of histories, from seed 1, within which a fault must be found. */
const HISTORIES = 120

/** Faults that show only in histories too rare to wait for, with the test that finds each without luck: file and title. */
const FOUND_ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'a save on its way is replaced': [
    'pwa/src/sync/engine/engine.test.ts',
    'replaces an unsent save of the same note, but not a save that is being sent',
  ],
  'a pull of many pages tells all results at once': [
    'pwa/simulation/model-server.test.ts',
    'tells no result on the first of many pages whose rows a slower transaction may still change',
  ],
  'goods that the shop reduced leave their share with the consignor': [
    'shared/src/sales/rules/left-of-sale.test.ts',
    'takes the share of goods that the shop reduced by the number of their pieces, whatever is left of their price',
  ],
  'a void after a return gives everything back': [
    'shared/src/sales/commands/refund-sale.test.ts',
    'undoes only what is left, by the ways in which the rest was paid',
  ],
}

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

/** Runs the histories on the code with this fault, until one breaks a law. Returns the number of broken histories, at most one. */
function brokenWith(fault: Fault | undefined): Promise<number> {
  const seeder = fault ? ['--import', new URL('./seeded/register.mjs', import.meta.url).href] : []
  const execArgv = ['--import', 'tsx', ...seeder]
  const share = [
    '--seed',
    '1',
    '--runs',
    String(HISTORIES),
    '--workers',
    '1',
    '--worker',
    '0',
    ...(fault ? ['--day', fault.day ?? 'till'] : []),
  ]
  const args = [...share, '--fault', Object.keys(FAULTS)[0] as string]
  const env = { ...process.env, SEEDED_FAULT: JSON.stringify(fault) }
  const child = fork(path('pwa/simulation/main.ts'), args, { execArgv, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('message', ({ broken }: { broken: number }) => resolve(broken))
    child.once('exit', (code) => reject(new Error(`the simulation ended with ${code}`)))
  })
}

it(`without a fault, ${HISTORIES} histories break no law`, async () => {
  expect(await brokenWith(undefined)).toBe(0)
})

const SIMULATED = Object.entries(FAULTS).filter(([name]) => !(name in FOUND_ELSEWHERE))

it.each(SIMULATED)(`${HISTORIES} histories find that %s`, async (_, fault) => {
  expect(await brokenWith(fault)).toBe(1)
})

it.each(Object.entries(FOUND_ELSEWHERE))('a test finds that %s', (name, [file, title]) => {
  expect(FAULTS).toHaveProperty([name])
  expect(readFileSync(path(file), 'utf8')).toContain(`it('${title}'`)
})
