import { Refusal } from '@shop/shared/kernel/errors.ts'

/** Too many requests; `retryAfterSeconds` goes out as Retry-After. */
export class TooMany extends Refusal {
  constructor(
    code: string,
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(code, 429, message, undefined, true)
  }
}
