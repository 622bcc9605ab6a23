import { findCommand } from '@shop/shared/registry.ts'
import { expect, it } from 'vitest'
import { effects } from './effects.ts'

it('every effect belongs to an existing command', () => {
  expect(Object.keys(effects).length).toBeGreaterThan(10)
  expect(Object.keys(effects).filter((name) => !findCommand(name))).toEqual([])
})
