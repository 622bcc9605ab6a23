import { expect, it } from 'vitest'
import { messageOf } from './message.ts'

it('a notice is one line even with line breaks in a name, and no character in it reorders the text after it', () => {
  const lines = ['Lamp\r\n@everyone\u2028# Free goods\u0085x for $5.00', '\u202egpj.exe for $1.00']
  expect(messageOf('1', [{ topic: 'sold', lines, lineCount: 2 }]).lines).toEqual([
    'Lamp @everyone # Free goods x for $5.00',
    'gpj.exe for $1.00',
  ])
})
