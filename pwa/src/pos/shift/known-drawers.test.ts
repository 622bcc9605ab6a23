import { cents } from '@shop/shared/kernel/money.ts'
import type { Shift } from '@shop/shared/pos/shift-schema.ts'
import { expect, it } from 'vitest'
import { drawerNames, knownName, lastClosed, nextNumber } from './known-drawers.ts'

const shift = (drawer: string, number: number, more: Partial<Shift>) => ({ id: `${drawer} ${number}`, drawer, number, ...more }) as Shift

const SHIFTS = [
  shift('Front', 2, { openedAtMs: 20, closedAtMs: 35, leftCents: cents(150_00) }),
  shift('Front', 1, { openedAtMs: 10, closedAtMs: 15, leftCents: cents(200_00) }),
  shift('Back', 7, { openedAtMs: 30, closedAtMs: 40, leftCents: cents(80_00) }),
  shift('Front', 3, { openedAtMs: 50, closedAtMs: null, leftCents: null }),
  // only heard of
  shift('', 0, { openedAtMs: null, closedAtMs: 60, leftCents: cents(1) }),
]

it('a drawer’s next shift has the next number, and begins with what the one closed last left', () => {
  expect([nextNumber(SHIFTS, 'Front'), nextNumber(SHIFTS, 'Back'), nextNumber(SHIFTS, 'Side')]).toEqual([4, 8, 1])
  expect(lastClosed(SHIFTS, 'Front')?.leftCents).toBe(150_00)
  expect(lastClosed(SHIFTS, 'Back')?.leftCents).toBe(80_00)
  expect(lastClosed(SHIFTS, 'Side')).toBeUndefined()
})

it('a drawer is known by its name in whatever case it is typed', () => {
  const names = drawerNames(SHIFTS, 'Drawer 1')
  expect(names).toEqual(['Back', 'Drawer 1', 'Front'])
  expect([knownName(names, ' front '), knownName(names, 'Side '), knownName(names, '  ')]).toEqual(['Front', 'Side', ''])
})
