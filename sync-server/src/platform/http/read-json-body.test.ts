import { Refusal } from '@shop/shared/kernel/errors.ts'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '@shop/shared/kernel/limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJsonBody, requireModestJson } from './read-json-body.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Answers the status and message of the refusal of a text; undefined if the text may be parsed. */
function refusalOf(text: string): [number, string] | undefined {
  try {
    requireModestJson(bytesOf(text))
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return [error.status, error.message]
    throw error
  }
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const TOO_DEEP = [400, 'The body is nested too deeply.']

describe('a JSON body', () => {
  it('is refused before it is parsed when it nests too deeply, but not for many brackets side by side', () => {
    expect([refusalOf(nested(MAX_JSON_DEPTH)), refusalOf(nested(MAX_JSON_DEPTH + 1))]).toEqual([undefined, TOO_DEEP])
    expect(refusalOf(`${'{"a":['.repeat(MAX_JSON_DEPTH / 2 + 1)}`)).toEqual(TOO_DEEP)
    // many brackets side by side or within texts are allowed
    expect(refusalOf(`[${'[],'.repeat(5_000)}[]]`)).toBeUndefined()
    expect(refusalOf(JSON.stringify({ '[{[{': `${'['.repeat(5_000)}"${'{'.repeat(5_000)}\\` }))).toBeUndefined()
    // the first string only seems to end before the brackets; the second one does end there
    expect(refusalOf(`["\\\\\\"${'['.repeat(200)}"]`)).toBeUndefined()
    expect(refusalOf(`["\\\\",${nested(MAX_JSON_DEPTH)}]`)).toEqual(TOO_DEEP)
  })

  it('is refused before it is parsed when it has too many values', () => {
    expect(refusalOf(`[${'1,'.repeat(MAX_JSON_VALUES - 1)}1]`)).toBeUndefined()
    expect(refusalOf(`[${'1,'.repeat(MAX_JSON_VALUES)}1]`)?.[0]).toBe(413)
    expect(refusalOf(`[${'[],'.repeat(MAX_JSON_VALUES / 2)}1]`)?.[0]).toBe(413)
    expect(refusalOf(`["${','.repeat(MAX_JSON_VALUES * 2)}"]`)).toBeUndefined()
  })

  it('is refused exactly when its depth is beyond the limit', () => {
    const depthOf = (value: unknown): number =>
      value !== null && typeof value === 'object' ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(MAX_JSON_DEPTH), (value, around) => {
        const text = `${'['.repeat(around)}${JSON.stringify(value)}${']'.repeat(around)}`
        expect(refusalOf(text)).toEqual(around + depthOf(value) > MAX_JSON_DEPTH ? TOO_DEEP : undefined)
      }),
    )
  })

  it('is not read when it announces more bytes than the call accepts', async () => {
    const body = new ReadableStream({ pull: () => expect.unreachable('the body was read') }, { highWaterMark: 0 })
    const headers = { 'content-type': 'application/json', 'content-length': '101' }
    const request = new Request('http://localhost', { method: 'POST', body, duplex: 'half', headers } as RequestInit)
    await expect(readJsonBody(request, 100)).rejects.toMatchObject({ status: 413 })
  })
})
