import { pushRequestSchema } from '@shop/shared/kernel/wire.ts'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import './schema-settings.ts'

const ownFunction = globalThis.Function
afterEach(() => {
  globalThis.Function = ownFunction
})

it('no schema tries to turn text into code, which the page’s policy forbids', () => {
  const made: unknown[][] = []
  globalThis.Function = new Proxy(ownFunction, {
    construct(target, text: unknown[]) {
      made.push(text)
      return Reflect.construct(target, text)
    },
  })
  const envelope = { clientId: '0190a0b0-0000-7000-8000-00000000ffff', protocol: 1, commands: [{ id: '', args: {} }] }
  expect(pushRequestSchema.safeParse(envelope).success).toBe(false)
  // zod turns text into code where it may, so this shows that schemas of screens obey the page's policy as well
  expect(z.object({ protocol: z.int() }).parse(envelope)).toEqual({ protocol: 1 })
  expect(made).toEqual([])
})

it('a schema without its own message gives a short message', () => {
  const { error } = pushRequestSchema.safeParse({ clientId: 'x', protocol: 0, commands: [{ id: 'x', name: 'n'.repeat(101), version: 1 }] })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['clientId', 'Not a valid id'],
    ['protocol', 'At least 1'],
    ['commands.0.id', 'Not a valid id'],
    ['commands.0.name', 'At most 100'],
    ['commands.0.at', 'This is not valid'],
  ])
})
