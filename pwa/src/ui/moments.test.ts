import { expect, it } from 'vitest'
import { momentsIn } from './moments.ts'

it('moments follow the zone’s clock', () => {
  const beforeMidnight = Date.parse('2026-03-11T04:30:00Z')
  const { day, time, moment } = momentsIn('America/Chicago')
  // a narrow space precedes AM and PM
  const plain = (text: string) => text.replace(/\s/g, ' ')
  expect([day(beforeMidnight), time(beforeMidnight), moment(beforeMidnight)].map(plain)).toEqual([
    'Mar 10, 2026',
    '11:30 PM',
    'Mar 10, 2026, 11:30 PM',
  ])
  expect(momentsIn('UTC').day(beforeMidnight)).toBe('Mar 11, 2026')
})
