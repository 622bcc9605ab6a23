import { type Cents, cents, parseDollars } from '@shop/shared/kernel/money.ts'
import { MAX_TENDERS, type Tender } from '@shop/shared/pos/schema.ts'
import { useState } from 'react'
import { cashTender, changeCents, otherTender, remainingCents } from './tender-math.ts'
import type { TakenPayments } from './use-taken-payments.ts'

export type TenderKind = Tender['kind']

export type TenderForm = {
  readonly tenders: readonly Tender[]
  readonly kind: TenderKind
  readonly amountText: string
  readonly label: string
  readonly leftCents: Cents
  /** Amount paid beyond the present total, as after a line was removed. */
  readonly overCents: Cents
  /** The tender that the form describes; undefined when it is invalid or nothing is left to pay. */
  readonly next: Tender | undefined
  readonly problem: string | undefined
  /** True when the payments with `next` cover exactly the total. */
  readonly isEnough: boolean
  /** Change of this payment and the earlier ones. */
  readonly changeCents: Cents
  readonly setKind: (kind: TenderKind) => void
  readonly setAmountText: (text: string) => void
  readonly setLabel: (label: string) => void
  readonly add: () => void
  readonly remove: (index: number) => void
}

/** `totalCents` may grow while the payment is open, since a scan still adds lines. */
export function useTenders(totalCents: Cents, { tenders, sumCents, set }: TakenPayments): TenderForm {
  const [kind, setKind] = useState<TenderKind>('cash')
  const [amountText, setAmountText] = useState('')
  const [label, setLabel] = useState('')
  const leftCents = remainingCents(totalCents, tenders)
  const { next, problem } = tenderOf(kind, amountText, label, leftCents)
  const overCents = cents(Math.max(0, sumCents - totalCents))
  const isFull = tenders.length >= MAX_TENDERS - 1
  const isEnough = leftCents === 0 || (next !== undefined && next.amountCents === leftCents)
  return {
    tenders,
    kind,
    amountText,
    label,
    leftCents,
    overCents,
    next: leftCents === 0 ? undefined : next,
    problem: problem ?? (isFull && !isEnough ? `At most ${MAX_TENDERS} payments in one sale` : undefined),
    isEnough: isEnough && overCents === 0 && (leftCents === 0 || problem === undefined),
    changeCents: changeCents(next && leftCents > 0 ? [...tenders, next] : tenders),
    setKind: (chosen) => {
      setKind(chosen)
      setAmountText('')
    },
    setAmountText,
    setLabel,
    add: () => {
      if (!next || isFull) return
      set([...tenders, next])
      setAmountText('')
      setLabel('')
    },
    remove: (index) => set(tenders.filter((_, other) => other !== index)),
  }
}

/** The tender that a form describes: an empty amount means everything left. */
export function tenderOf(kind: TenderKind, amountText: string, label: string, leftCents: Cents): { next?: Tender; problem?: string } {
  const amountCents = amountText.trim() === '' ? leftCents : parseDollars(amountText)
  if (amountCents === undefined) return { problem: 'Please enter a valid amount' }
  if (amountCents <= 0) return leftCents === 0 ? {} : { problem: 'The amount must be greater than 0' }
  if (kind === 'other' && label.trim() === '') return { problem: 'Please enter what it is paid with' }
  if (kind !== 'cash' && amountCents > leftCents) return { problem: 'More than is left to pay; change is given on cash only' }
  const next = kind === 'cash' ? cashTender(leftCents, cents(amountCents)) : otherTender(kind, label, leftCents, amountCents)
  return next ? { next } : {}
}
