/** The part of a keydown event that identifies the key. */
export type KeyDown = Pick<KeyboardEvent, 'key' | 'code' | 'keyCode' | 'isComposing' | 'shiftKey'>

/** `keyCode` of a key that an input method took. */
const TAKEN_BY_INPUT_METHOD = 229

const SIGNS: Readonly<Record<string, string>> = {
  Minus: '-',
  NumpadSubtract: '-',
  Period: '.',
  NumpadDecimal: '.',
  Slash: '/',
  NumpadDivide: '/',
  Space: ' ',
}

/** True while an input method (Chinese, Japanese, Korean, …) composes a word with this key. The word is not in the field yet. */
export function isInputMethodAtWork({ key, keyCode, isComposing }: KeyDown): boolean {
  return isComposing || key === 'Process' || keyCode === TAKEN_BY_INPUT_METHOD
}

/** The key a scanner sent. An input method hides the key's name, so its position counts: scanners type barcodes on a US layout. */
export function keyOf(event: KeyDown): string {
  if (!isInputMethodAtWork(event)) return event.key
  const { code, shiftKey } = event
  if (code === 'Enter' || code === 'NumpadEnter') return 'Enter'
  if (code === 'Tab') return 'Tab'
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1]
  if (digit) return shiftKey ? 'Unidentified' : digit
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  return SIGNS[code] ?? 'Unidentified'
}
