import { Refusal } from '@shop/shared/kernel/errors.ts'

/** The refusal of too many requests. `retryAfterSeconds` is sent as Retry-After. */
export class TooMany extends Refusal {
  constructor(
    code: string,
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(code, 429, message, undefined, true)
  }
}
