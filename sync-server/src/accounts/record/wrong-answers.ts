import { wrongAnswerSchema } from '@shop/shared/accounts/rules/security-record.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import type { RecordSecurity, SecurityEvent } from './security-record.ts'

/** Runs a check of a person's answer. If the answer is wrong, records the act as refused and rethrows the refusal. */
export async function recordWrongAnswer<T>(
  recordSecurity: RecordSecurity,
  act: Omit<SecurityEvent, 'result' | 'why'>,
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check()
  } catch (thrown) {
    const why = thrown instanceof Refusal ? wrongAnswerSchema.safeParse(thrown.code).data : undefined
    if (why) await recordSecurity({ ...act, why })
    throw thrown
  }
}
