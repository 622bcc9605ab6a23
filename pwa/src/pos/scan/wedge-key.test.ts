import { describe, expect, it } from 'vitest'
import { isInputMethodAtWork, type KeyDown, keyOf } from './wedge-key.ts'

const press = (more: Partial<KeyDown>): KeyDown => ({
  key: 'Process',
  code: '',
  keyCode: 229,
  isComposing: false,
  shiftKey: false,
  ...more,
})

describe('keyOf', () => {
  it('uses the key’s name when no input method is at work', () => {
    const plain = press({ key: '7', code: 'Digit7', keyCode: 55 })
    expect([isInputMethodAtWork(plain), keyOf(plain)]).toEqual([false, '7'])
    // on another layout the name counts, not the position
    expect(keyOf(press({ key: 'z', code: 'KeyY', keyCode: 90 }))).toBe('z')
  })

  it.each([
    ['Digit4', false, '4'],
    ['Numpad9', false, '9'],
    ['KeyA', true, 'A'],
    ['KeyA', false, 'a'],
    ['Minus', false, '-'],
    ['Enter', false, 'Enter'],
    ['NumpadEnter', false, 'Enter'],
    ['Tab', false, 'Tab'],
    ['Digit4', true, 'Unidentified'],
    ['ShiftLeft', true, 'Unidentified'],
    // a key of a screen keyboard has no position
    ['', false, 'Unidentified'],
  ])('reads %s (shift: %s) through an input method as %s', (code, shiftKey, key) => {
    for (const more of [{}, { isComposing: true, key: 'x' }, { key: 'Unidentified' }]) {
      const event = press({ code, shiftKey, ...more })
      expect([isInputMethodAtWork(event), keyOf(event)]).toEqual([true, key])
    }
  })
})
