import { hash32 } from './ids.ts'

/** Order-free fingerprint of a set of rows: their count, and the sum of a 32-bit hash of `id:version`, kept below 2^53. Client and server compute
 *  it alike, so a difference means that the replica drifted. */
export class RowSum {
  count = 0
  hash = 0
  /** `version`: the row's `$v`. */
  add(id: string, version: number): void {
    this.count += 1
    this.hash = (this.hash + hash32(`${id}:${version}`)) % 9_007_199_254_740_881
  }
}
