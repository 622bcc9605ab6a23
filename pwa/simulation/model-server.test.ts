import { uuidv7 } from '@shop/shared/kernel/ids.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { expect, it } from 'vitest'
import { addTo, note, notes, release } from '../src/sync/testing/shop.ts'
import { ModelServer } from './model-server.ts'

const PAGE_ROWS = 7

it('tells no result on the first of many pages whose rows a slower transaction may still change', async () => {
  let end = () => {}
  const slow = new Promise<void>((resolve) => (end = resolve))
  const ports = { pause: (why: string) => (why === 'slow write' ? slow : Promise.resolve()), nowMs: () => 1, poke: () => undefined }
  const server = new ModelServer({ ...ports, pageRows: PAGE_ROWS }, release)
  server.write(notes, note('a', 1), 'a')
  const clientId = uuidv7(1, new Uint8Array(10))
  const commandId = uuidv7(2, new Uint8Array(10))
  const ask = { clientId, protocol: PROTOCOL_VERSION }
  let start = ''
  for await (const { text } of server.start('u1', null)) start ||= text
  const { cursor } = JSON.parse(start)
  const slowly = server.writeSlowly(notes, 'a', (row) => ({ ...row, tag: 'slow' }))
  await server.push('u1', { ...ask, commands: [{ id: commandId, name: addTo.name, version: 1, args: { id: 'a', by: 5 }, at: 1 }] })
  for (let nth = 0; nth < PAGE_ROWS; nth++) server.write(notes, note(`b${nth}`, nth), `b${nth}`)
  const first = await server.pull('u1', { ...ask, cursor })
  expect(first).toMatchObject({ more: true, results: [] })
  end()
  await slowly
  const later = await server.pull('u1', { ...ask, cursor, ...(first.kind === 'changes' && { page: first.page }) })
  expect(later).toMatchObject({ more: false })
  if (later.kind !== 'changes') throw new Error('the pull goes on')
  expect(await server.pull('u1', { ...ask, cursor: later.cursor })).toMatchObject({ results: [{ id: commandId }] })
})
