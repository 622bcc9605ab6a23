import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of payouts. */
export const payoutRefusals = defineRefusals({
  PAYOUT_NOT_FOUND: { status: 404, message: 'This payout request does not exist (any more).' },
  PAYOUT_EXISTS: { status: 409, message: 'This payout was already requested.' },
  TOO_MANY_PAYOUTS: {
    status: 409,
    message: 'You have asked for very many payouts that the shop has not paid yet. Please wait until it has.',
  },
  /** A refusal's own message gives the balance: "Cannot request more than your current balance of $X". */
  BALANCE_TOO_LOW: { status: 409, message: 'Cannot request more than your current balance' },
  PAYOUT_PAID: { status: 409, message: 'This payout was already paid. It cannot be deleted any more.' },
  PAYOUT_NOT_PAID: { status: 409, message: 'This payout is not marked as paid (any more).' },
  PAYOUT_PAID_BY_OTHER: { status: 409, message: 'Another admin marked this payout as paid. Only that admin can undo it.' },
  PAYOUT_UNDO_LATE: { status: 409, message: 'This payout was marked as paid too long ago to undo it. Correct the balance instead.' },
  PAYOUT_DELETED: { status: 409, message: 'This payout request was deleted, and its amount was given back.' },
})
