import { Refusal } from '@shop/shared/kernel/errors.ts'
import type { FileRule } from '@shop/shared/kernel/upload.ts'
import { describe, expect, it } from 'vitest'
import { readMultipartBody, withFileHashes } from './read-multipart-body.ts'

const rule = (maxBytes: number, tooLarge: string): FileRule => ({ maxBytes, types: ['image/png'], missing: 'm', tooLarge, wrongType: 'w' })
const MAX_TEXT = 16_000
const labelFile = rule(1_000, 'The label is too large')
const label = { files: { labelFile }, maxTextBytes: MAX_TEXT }
const both = { ...label, files: { labelFile, receipt: rule(50_000, 'The receipt is too large') } }

const file = (bytes: number, name = 'a.png') => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

/** Builds a request from bytes, because an unread FormData body causes an uncatchable error in Node 24. */
async function sent(fields: readonly (readonly [string, string | File])[]): Promise<Request> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return new Request('http://localhost', { method: 'POST', body: await encoded.arrayBuffer(), headers })
}

const statusOf = async (work: Promise<unknown>) => [await refused(work)].flat()[0]

const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof Refusal ? [error.status, error.message, error.fields] : error),
  )

describe('a multipart body', () => {
  it('has files under the names that the call declares, and texts under all others; of fields with one name the first counts', async () => {
    const body = await readMultipartBody(
      await sent([
        ['carrier', 'UPS'],
        ['labelFile', file(10, '../../etc/passwd')],
        ['carrier', 'second'],
        ['labelFile', file(20)],
        ['trackingNumber', 'ä 田 \u0000'],
      ]),
      label,
    )
    expect(Object.keys(body)).toEqual(['carrier', 'labelFile', 'trackingNumber'])
    expect([body.carrier, body.trackingNumber, (body.labelFile as File).size, (body.labelFile as File).type]).toEqual([
      'UPS',
      'ä 田 \u0000',
      10,
      'image/png',
    ])
  })

  it('is read without a file that has the name of a text, or a text that has the name of a file; the name __proto__ does no harm', async () => {
    const body = await readMultipartBody(
      await sent([
        ['carrier', file(10)],
        ['labelFile', 'text'],
        ['__proto__', 'x'],
        ['constructor', file(1)],
      ]),
      label,
    )
    expect(body.carrier).toBeUndefined()
    expect(body.labelFile).toBeUndefined()
    expect(Object.getPrototypeOf(body)).toBeNull()
  })

  it('is refused with the sentence of the file that is too large', async () => {
    const said = [413, 'The label is too large', { labelFile: 'The label is too large' }]
    expect(await refused(readMultipartBody(await sent([['labelFile', file(1_001)]]), label))).toEqual(said)
    expect(await refused(readMultipartBody(await sent([['labelFile', file(200_000)]]), label))).toEqual(said)
    expect(
      await refused(
        readMultipartBody(
          await sent([
            ['labelFile', file(1_001)],
            ['receipt', file(9)],
          ]),
          both,
        ),
      ),
    ).toEqual(said)
    // with two files the server cannot tell which one is too large without further reading
    expect(await refused(readMultipartBody(await sent([['receipt', file(400_000)]]), both))).toEqual([
      413,
      'This is too much at once.',
      undefined,
    ])
  })

  it('is read only as far as its rules allow, even without a Content-Length', async () => {
    let given = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 10_000
        controller.enqueue(new Uint8Array(10_000))
      },
    })
    const endless = new Request('http://localhost', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    } as RequestInit)
    expect(await statusOf(readMultipartBody(endless, label))).toBe(413)
    expect(given).toBeLessThan(200_000)
  })

  it('is refused with too many fields or too much text', async () => {
    const many = Array.from({ length: 101 }, (_, n) => [`f${n}`, 'x'] as const)
    expect(await statusOf(readMultipartBody(await sent(many), label))).toBe(413)
    expect(await statusOf(readMultipartBody(await sent([['note', 'x'.repeat(MAX_TEXT + 1)]]), label))).toBe(413)
    expect(await refused(readMultipartBody(await sent([['note', 'x'.repeat(MAX_TEXT)]]), label))).toBe('taken')
  })

  it('is refused before it is read when it announces too much', async () => {
    const body = new ReadableStream({ pull: () => expect.unreachable('the body was read') }, { highWaterMark: 0 })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '50000000' }
    const request = new Request('http://localhost', { method: 'POST', body, duplex: 'half', headers } as RequestInit)
    expect(await statusOf(readMultipartBody(request, label))).toBe(413)
  })

  it('is refused before it is parsed when it has too many parts', async () => {
    const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
    const ask = (body: string) => {
      const headers = { 'content-type': 'multipart/form-data; boundary="x"' }
      return statusOf(readMultipartBody(new Request('http://localhost', { method: 'POST', body, headers }), label))
    }
    expect(await ask(`${part.repeat(100)}--x--`)).toBe('taken')
    // the parser would refuse both bodies with 400
    expect(await ask(`${part.repeat(100)}`)).toBe(400)
    expect(await ask(`${part.repeat(102)}`)).toBe(413)
  })

  it.each([
    'boundary=a; boundary=zzzzzz',
    'boundary=a; x=boundary=zzz',
    'x=boundary=a; boundary=zzz',
    'charset=utf-8; boundary=a',
    'boundary="a"; boundary=zzz',
    'boundary="a\\"; boundary=zzz"',
    'boundary=a, multipart/form-data; boundary=zzz',
    `boundary=${'a'.repeat(71)}`,
    'boundary="a "',
    'boundary=',
    '',
  ])('is refused when its content type has something else than one boundary: %s', async (parameters) => {
    const body = new ReadableStream({ pull: () => expect.unreachable('the body was read') }, { highWaterMark: 0 })
    const headers = { 'content-type': `multipart/form-data; ${parameters}` }
    const request = new Request('http://localhost', { method: 'POST', body, duplex: 'half', headers } as RequestInit)
    const said = 'The content type of a form must name one boundary and nothing else.'
    expect(await refused(readMultipartBody(request, label))).toEqual([400, said, undefined])
  })

  it.each(['----WebKitFormBoundary7MA4YWxkTrZu0gW', "'()+_,-./:=?", '"a b"', '"x"'])('is read with the boundary %s', async (boundary) => {
    const line = boundary.replaceAll('"', '')
    const body = `--${line}\r\ncontent-disposition: form-data; name="carrier"\r\n\r\nUPS\r\n--${line}--`
    const headers = { 'content-type': `Multipart/Form-Data;boundary=${boundary}` }
    const request = new Request('http://localhost', { method: 'POST', body, headers })
    expect(await readMultipartBody(request, label)).toEqual({ carrier: 'UPS' })
  })

  it.each([
    ['{}', 'application/json', 415],
    ['a=b', 'application/x-www-form-urlencoded', 415],
    ['', 'multipart/form-data; boundary=x', 400],
    ['--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nnever ends', 'multipart/form-data; boundary=x', 400],
    ['--x--', 'multipart/form-data; boundary=', 400],
  ])('that is %j, sent as %s, is refused with %i', async (body, type, status) => {
    const request = new Request('http://localhost', { method: 'POST', body, headers: { 'content-type': type } })
    expect(await statusOf(readMultipartBody(request, label))).toBe(status)
  })

  it('counts as the same body when only the names of its files differ', async () => {
    const one = await withFileHashes({ a: 'x', f: file(3) })
    expect(await withFileHashes({ a: 'x', f: file(3, 'another-name.png') })).toEqual(one)
    expect(await withFileHashes({ a: 'x', f: file(4) })).not.toEqual(one)
  })
})
