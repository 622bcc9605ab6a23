import { expect, test } from 'vitest'
import { isFindKey } from './find-key.ts'

const pressed = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, isComposing: false }

test('Ctrl K finds, and on Apple’s devices ⌘ K, where Ctrl K deletes the rest of a line', () => {
  for (const platform of ['Win32', 'Linux x86_64', '']) {
    expect(isFindKey({ ...pressed, ctrlKey: true }, platform)).toBe(true)
    expect(isFindKey({ ...pressed, metaKey: true }, platform)).toBe(false)
  }
  for (const platform of ['MacIntel', 'iPad', 'iPhone']) {
    expect(isFindKey({ ...pressed, metaKey: true }, platform)).toBe(true)
    expect(isFindKey({ ...pressed, ctrlKey: true }, platform)).toBe(false)
  }
  expect(isFindKey({ ...pressed, ctrlKey: true, key: 'K' }, 'Win32')).toBe(true)
})

test('no other chord, no held key and no key of an input method finds', () => {
  const chord = { ...pressed, ctrlKey: true }
  for (const other of [{ altKey: true }, { shiftKey: true }, { metaKey: true }, { repeat: true }, { isComposing: true }, { key: 'j' }])
    expect(isFindKey({ ...chord, ...other }, 'Win32')).toBe(false)
  expect(isFindKey(pressed, 'Win32')).toBe(false)
})
