import { describe, expect, it } from 'vitest'
import { normaliseSearchText, oneLine, optionalText, requiredText, searchKey, storableText, unturned } from './text.ts'

describe('text', () => {
  it('is normalised for search', () => {
    expect(normaliseSearchText('  ﬁne\u200b Ｗｉｄｅ\u0007 ')).toBe('fine Wide')
    expect(searchKey('CAFÉ')).toBe(searchKey('cafe\u0301'))
    expect(normaliseSearchText('\u202eevil\u202c')).toBe('evil')
    expect(normaliseSearchText('a\tb\nc')).toBe('a b c')
    expect(searchKey('ΟΔΟΣ ΟΔΟΣΤΡΩΜΑ')).toBe('οδοσ οδοστρωμα')
  })

  it('of a name cannot reverse the sentence around the name', () => {
    expect(`${unturned('Ann\u202e\u2067 B')} — ann@shop.example`).toBe('Ann B — ann@shop.example')
    expect(unturned('الْعَرَبِيَّة 👩‍👩‍👧')).toBe('الْعَرَبِيَّة 👩‍👩‍👧')
  })

  it('is put on one line', () => {
    expect(oneLine(' to: a\r\nBcc: b\u2028c\u2029\u0000 ')).toBe('to: a Bcc: b c')
  })

  it('loses only the characters that a database refuses or drops', () => {
    expect(storableText('a\u0000b')).toBe('ab')
    expect(storableText('\u0000\ufeff\ufeffa\ufeff')).toBe('a\ufeff')
    expect(storableText('a\ufeff\ufeffb')).toBe('a\ufeff\ufeffb')
    expect(storableText('\ud800x')).toBe('\ufffdx')
    expect(storableText('<script>alert(1)</script> 👩‍👩‍👧 الْعَرَبِيَّة')).toBe('<script>alert(1)</script> 👩‍👩‍👧 الْعَرَبِيَّة')
  })

  it('may be absent, null or empty when it is optional', () => {
    const field = optionalText(5)
    expect([undefined, null, '', '  '].map((value) => field.parse(value))).toEqual(['', '', '', ''])
    expect(field.safeParse('123456').success).toBe(false)
  })

  it('that is required and empty is refused with the field’s own sentence', () => {
    const field = requiredText(5, 'Please enter an item name')
    for (const empty of ['', '   ', undefined, '\u0000'])
      expect(field.safeParse(empty).error?.issues[0]?.message).toBe('Please enter an item name')
  })
})
