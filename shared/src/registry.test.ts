import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { administrationRefusals } from './accounts/administration-errors.ts'
import { emailProofRefusals } from './accounts/email-proof-errors.ts'
import { accountRefusals } from './accounts/errors.ts'
import { hostRefusals } from './accounts/host-errors.ts'
import { privacyRefusals } from './accounts/privacy-errors.ts'
import { profileRefusals } from './accounts/profile-errors.ts'
import { providerLinkRefusals } from './accounts/provider-link-errors.ts'
import { sealedWorkRefusals } from './accounts/sealed-work-errors.ts'
import { secondFactorRefusals } from './accounts/second-factor-errors.ts'
import { invitationRefusals, signUpRefusals } from './accounts/sign-up-errors.ts'
import { brandRefusals } from './brands/errors.ts'
import { calls } from './calls.ts'
import { chatRefusals } from './chat/errors.ts'
import { collections, findCollection } from './collections.ts'
import { deviceCommands } from './device-commands.ts'
import { imageRefusals } from './images/errors.ts'
import { categoryRefusals } from './inventory/category-errors.ts'
import { discrepancyRefusals } from './inventory/discrepancy-errors.ts'
import { inventoryRefusals } from './inventory/errors.ts'
import { importRefusals } from './inventory/import-errors.ts'
import { kernelRefusals, type RefusalSpec } from './kernel/errors.ts'
import { mailRefusals } from './mail/errors.ts'
import { notificationRefusals } from './notifications/errors.ts'
import { payoutRefusals } from './payouts/errors.ts'
import { posRefusals } from './pos/errors.ts'
import { commands, findCommand } from './registry.ts'
import { salesRefusals } from './sales/errors.ts'
import { settingsRefusals } from './settings/errors.ts'
import { shipmentRefusals } from './shipments/errors.ts'
import { tradeRefusals } from './trades/errors.ts'

const features: Readonly<Record<string, RefusalSpec>>[] = [
  kernelRefusals,
  accountRefusals,
  emailProofRefusals,
  providerLinkRefusals,
  administrationRefusals,
  hostRefusals,
  privacyRefusals,
  sealedWorkRefusals,
  profileRefusals,
  secondFactorRefusals,
  signUpRefusals,
  invitationRefusals,
  brandRefusals,
  imageRefusals,
  inventoryRefusals,
  importRefusals,
  categoryRefusals,
  discrepancyRefusals,
  mailRefusals,
  posRefusals,
  salesRefusals,
  settingsRefusals,
  shipmentRefusals,
  payoutRefusals,
  tradeRefusals,
  chatRefusals,
  notificationRefusals,
]
const declared = new Map(features.flatMap((specs) => Object.entries(specs)))
const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

it('every collection, command, call, route and refusal has a unique name', () => {
  expect(repeated(collections.map(({ name }) => name))).toEqual([])
  expect(repeated(commands.map(({ name }) => name))).toEqual([])
  expect(repeated(calls.map(({ name }) => name))).toEqual([])
  expect(repeated(calls.map(({ method, path }) => `${method} ${path}`))).toEqual([])
  expect(repeated(features.flatMap((specs) => Object.keys(specs)))).toEqual([])
  expect([...declared.keys()].filter((code) => !/^[A-Z]+(?:_[A-Z0-9]+)*$/.test(code))).toEqual([])
})

it('every refusal that a command or call names is declared', () => {
  expect(
    commands.flatMap(({ name, refusals }) => refusals.filter((code) => !declared.has(code)).map((code) => `${name}: ${code}`)),
  ).toEqual([])
  for (const { name, refusals } of calls)
    for (const [code, spec] of Object.entries(refusals)) expect(declared.get(code), `${name}: ${code}`).toBe(spec)
})

/** Finds every command, call and collection that the features' sources export, by `path name`. */
async function definitions(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  const here = fileURLToPath(new URL('.', import.meta.url))
  const sources = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  )
  for (const path of sources.filter((path) => !/^(?:kernel|testing)[\\/]/.test(path))) {
    const exported: Record<string, unknown> = await import(join(here, path))
    for (const [name, value] of Object.entries(exported)) if (kindOf(value)) found.set(`${path} ${name}`, value)
  }
  return found
}

// before the tests, as all other files import: `npm run mutants` takes what a test loads for what it runs
const defined = await definitions()

function kindOf(value: unknown): 'command' | 'call' | 'collection' | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('touches' in value && 'run' in value) return 'command'
  if ('method' in value && 'path' in value) return 'call'
  return 'reach' in value && 'audience' in value ? 'collection' : undefined
}

it('the registry lists every command, call and collection that exists', () => {
  const listed = new Set<unknown>([...commands, ...calls, ...collections])
  expect([...defined].filter(([, value]) => !listed.has(value)).map(([where]) => where)).toEqual([])
  expect(new Set(defined.values()).size).toBe(listed.size)
})

it('each listed collection and command is found by its name', () => {
  for (const collection of collections) expect(findCollection(collection.name)).toBe(collection)
  for (const command of commands) expect(findCommand(command.name)).toBe(command)
  for (const command of commands) expect(deviceCommands.includes(command), command.name).toBe(command.channel === 'device')
  expect([findCollection('none'), findCommand('none')]).toEqual([undefined, undefined])
})

it('the input and output of every call have a JSON schema', () => {
  for (const { name, params, query, body, output, path } of calls) {
    for (const schema of [params, query, body]) if (schema) expect(() => z.toJSONSchema(schema, { io: 'input' }), name).not.toThrow()
    expect(() => z.toJSONSchema(output, { io: 'output' }), name).not.toThrow()
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)
    expect(Object.keys((params as z.ZodMiniObject | undefined)?.shape ?? {}).sort(), name).toEqual(named.sort())
  }
})
