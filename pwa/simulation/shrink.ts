import { type Outcome, runHistory } from './history.ts'
import type { Mistake } from './model-server.ts'
import type { Planned } from './plan.ts'

/** Shortens the plan of a broken history: leaves out each part without which the history still breaks a law. */
export async function shrink(
  seed: number,
  plan: readonly Planned[],
  mistake?: Mistake,
): Promise<{ plan: readonly Planned[]; outcome: Outcome }> {
  let smallest = plan
  let outcome = await runHistory(seed, plan, mistake)
  for (let size = Math.ceil(plan.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < smallest.length; ) {
      const candidate = [...smallest.slice(0, from), ...smallest.slice(from + size)]
      const result = await runHistory(seed, candidate, mistake)
      if (result.broken.length > 0) {
        smallest = candidate
        outcome = result
      } else from += size
    }
  }
  return { plan: smallest, outcome }
}
