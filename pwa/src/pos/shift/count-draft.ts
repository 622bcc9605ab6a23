import { type Cents, cents, parseDollars, plainDollars, sumCents, timesCents } from '@shop/shared/kernel/money.ts'
import type { Denomination } from '@shop/shared/pos/shift-schema.ts'
import { useLocalSetting } from '../../sync/api.ts'

/** Difference beyond which a close needs a note. */
export const NOTE_BEYOND_CENTS = cents(500)
/** Notes and coins of a count, in the order of the drawer. */
export const NOTES_CENTS: readonly Cents[] = [100_00, 50_00, 20_00, 10_00, 5_00, 1_00].map(cents)
export const COINS_CENTS: readonly Cents[] = [25, 10, 5, 1].map(cents)
const MAX_PIECES = 100_000

/** A count under way, as typed. */
export type CountDraft = {
  readonly shiftId: string
  readonly way: 'pieces' | 'total'
  /** Pieces by the value of the coin or note in cents. */
  readonly pieces: Readonly<Record<string, string>>
  readonly total: string
  /** True once the result was asked for: from then on the expected cash is known. */
  readonly isShown: boolean
  /** Cash that stays; null until it is changed. */
  readonly left: string | null
  readonly note: string
}

export const emptyCount = (shiftId: string): CountDraft => ({
  shiftId,
  way: 'pieces',
  pieces: {},
  total: '',
  isShown: false,
  left: null,
  note: '',
})

const piecesOf = ({ pieces }: CountDraft, valueCents: Cents): number => {
  const typed = (pieces[valueCents] ?? '').trim()
  return /^\d{0,6}$/.test(typed) && Number(typed) <= MAX_PIECES ? Number(typed) : Number.NaN
}

/** True for pieces that are no whole number, or too many. */
export const isWrong = (draft: CountDraft, valueCents: Cents): boolean => Number.isNaN(piecesOf(draft, valueCents))

/** Sum of the pieces of one coin or note; 0 for a wrong number. */
export const amountOf = (draft: CountDraft, valueCents: Cents): Cents =>
  timesCents(valueCents, isWrong(draft, valueCents) ? 0 : piecesOf(draft, valueCents))

/** The coins and notes that were counted; none when only the total is typed. */
export const countsOf = (draft: CountDraft): Denomination[] =>
  draft.way === 'total'
    ? []
    : [...NOTES_CENTS, ...COINS_CENTS].flatMap((valueCents) => {
        const pieces = piecesOf(draft, valueCents)
        return pieces > 0 ? [{ valueCents, pieces }] : []
      })

/** The cash counted; undefined while nothing, or something wrong, is typed. */
export function countedOf(draft: CountDraft): Cents | undefined {
  if (draft.way === 'total') return parseDollars(draft.total)
  const all = [...NOTES_CENTS, ...COINS_CENTS]
  const isEmpty = all.every((valueCents) => (draft.pieces[valueCents] ?? '').trim() === '')
  if (isEmpty || all.some((valueCents) => isWrong(draft, valueCents))) return undefined
  return sumCents(all.map((valueCents) => amountOf(draft, valueCents)))
}

/** The amount that usually stays: what the shift began with, or all that was counted if that is less. */
export const usuallyLeft = (openingCents: Cents, countedCents: Cents): Cents => cents(Math.min(openingCents, countedCents))

/** Text of the field *Stays in the drawer*. */
export const leftText = ({ left }: CountDraft, openingCents: Cents, countedCents: Cents): string =>
  left ?? plainDollars(usuallyLeft(openingCents, countedCents))

/** The count of a shift that is under way on this device. It outlasts a reload, and ends with the close. */
export function useCountDraft(shiftId: string) {
  const [kept, save] = useLocalSetting<CountDraft | null>('till.count', null)
  const draft = kept?.shiftId === shiftId ? kept : null
  return {
    draft: draft ?? emptyCount(shiftId),
    isUnderWay: draft !== null,
    change: (changes: Partial<CountDraft>) => save({ ...(draft ?? emptyCount(shiftId)), ...changes }),
    drop: () => save(null),
  }
}
