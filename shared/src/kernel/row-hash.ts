import { hash32 } from './ids.ts'

/** Fingerprint of a set of rows in any order: their count, and the sum of the hashes of their ids and versions. When client and server get different
 *  fingerprints, the client's rows differ from the server's. */
export class RowSum {
  count = 0
  hash = 0
  /** `version`: the row's `$v`. */
  add(id: string, version: number): void {
    this.count += 1
    this.hash = (this.hash + hash32(`${id}:${version}`)) % 9_007_199_254_740_881
  }
}
