import { findCommand } from '@shop/shared/registry.ts'
import { expect, it } from 'vitest'
import { effects } from './effects.ts'

it('an effect follows a command there is: under another name it would never be set off', () => {
  expect(Object.keys(effects).length).toBeGreaterThan(10)
  expect(Object.keys(effects).filter((name) => !findCommand(name))).toEqual([])
})
