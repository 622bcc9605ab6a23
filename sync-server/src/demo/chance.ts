/** Random numbers that are the same for the same seed, so that all demo shops have the same story. */
export class Chance {
  constructor(private state: number) {}

  /** Answers a number from 0 to 1, excluding 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Answers a whole number from `from` to `to`. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  isTrue(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => Math.floor(this.next() * 256))
  }
}
