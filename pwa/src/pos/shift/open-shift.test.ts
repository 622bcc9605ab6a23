import type { Shift } from '@shop/shared/pos/shift-schema.ts'
import { expect, it } from 'vitest'
import { momentsIn } from '../../ui/moments.ts'
import { openShiftsOf, shiftOfDevice, sinceWhen } from './open-shift.ts'

const shift = (id: string, more: Partial<Shift>) =>
  ({ id, drawer: 'Front', clientId: 'elsewhere', openedAtMs: 1, closedAtMs: null, ...more }) as Shift
const ids = (shifts: readonly Shift[]) => shifts.map(({ id }) => id)

it('a device works in the open shift of its drawer, and of several in the one that it opened', () => {
  const shifts = [
    shift('later', { openedAtMs: 30 }),
    shift('other drawer', { drawer: 'Back', clientId: 'here' }),
    shift('closed', { openedAtMs: 10, closedAtMs: 15, clientId: 'here' }),
    shift('only heard of', { openedAtMs: null, clientId: 'here' }),
    shift('first', { openedAtMs: 20 }),
  ]
  expect(shiftOfDevice(shifts, 'Front', 'here')?.id).toBe('first')
  const own = shift('own', { openedAtMs: 40, clientId: 'here' })
  expect(shiftOfDevice([...shifts, own], 'Front', 'here')?.id).toBe('own')
  expect(shiftOfDevice(shifts, 'Side', 'here')).toBeUndefined()
  expect(ids(openShiftsOf(shifts, 'Front'))).toEqual(['first', 'later'])
  expect(ids(openShiftsOf(shifts))).toEqual(['other drawer', 'first', 'later'])
})

it('a shift that was forgotten names the day on which it was opened', () => {
  const openedAtMs = Date.parse('2026-11-27T09:02:00Z')
  const since = (nowMs: number) => sinceWhen(momentsIn('UTC'), openedAtMs, nowMs).replace(/\s/g, ' ')
  expect([since(openedAtMs + 3_600_000), since(openedAtMs + 86_400_000)]).toEqual(['9:02 AM', 'Nov 27, 2026, 9:02 AM'])
})
