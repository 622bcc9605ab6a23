import { expect, it } from 'vitest'
import { messageOf } from './message.ts'

it('a line of a notice stays one line when a name in it has line breaks, and loses characters that reorder text', () => {
  const lines = ['Lamp\r\n@everyone\u2028# Free goods\u0085x for $5.00', '\u202egpj.exe for $1.00']
  expect(messageOf('1', [{ topic: 'sold', lines, lineCount: 2 }]).lines).toEqual([
    'Lamp @everyone # Free goods x for $5.00',
    'gpj.exe for $1.00',
  ])
})
