/** Random numbers from a seed (mulberry32), so that the same seed gives the same history. */
export class Chance {
  private state: number
  constructor(seed: number) {
    this.state = seed >>> 0
  }
  /** The next random number x, 0 ≤ x < 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }
  isHit(probability: number): boolean {
    return this.next() < probability
  }
  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }
  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256))
  }
}
