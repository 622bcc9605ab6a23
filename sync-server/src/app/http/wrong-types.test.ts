import { calls } from '@shop/shared/calls.ts'
import type { AnyCall } from '@shop/shared/kernel/define-call.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parseInput } from '../../platform/http/parse-input.ts'

const WRONG: readonly unknown[] = [[], {}, 7.5, true]

function messagesOf(body: z.ZodMiniType, value: unknown): Readonly<Record<string, string>> {
  try {
    parseInput(body, value)
    return {}
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return thrown.fields ?? {}
  }
}

/** The messages for every field of a call's body, each field sent with a value of every wrong type. */
function messagesFor({ name, body }: AnyCall): string[] {
  if (!(body instanceof z.ZodMiniObject)) return []
  return Object.keys(body.def.shape).flatMap((field) =>
    WRONG.flatMap((value) =>
      Object.entries(messagesOf(body, { [field]: value }))
        .filter(([path]) => path.split('.')[0] === field)
        .map(([path, message]) => `${name} ${path}: ${message}`),
    ),
  )
}

it('every field of every body has a sentence of this shop for a value of the wrong type', () => {
  const messages = calls.flatMap(messagesFor)
  expect(messages.length).toBeGreaterThan(500)
  expect(messages.filter((message) => /: (?:Invalid input|Too |Expected|Unrecognized)/.test(message))).toEqual([])
})
