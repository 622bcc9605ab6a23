import { type ChangeEvent, useState } from 'react'

/** Text of a number field beside a slider: 0 to 100 with two decimals. A digit that would leave this range is not taken, so the text never differs from
 *  the value that counts. */
export function usePercentText(value: number, onChange: (percent: number) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  return {
    inputMode: 'decimal',
    value: typed ?? value,
    onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
      const text = currentTarget.value.replace(',', '.')
      if (!/^\d{0,3}(\.\d{0,2})?$/.test(text) || Number(text) > 100) return
      setTyped(text)
      if (/\d/.test(text)) onChange(Number(text))
    },
    onBlur: () => setTyped(null),
  } as const
}
