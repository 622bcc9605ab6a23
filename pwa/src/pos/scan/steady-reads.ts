/** Frames that must agree before a camera reading counts: a check digit alone does not catch every misread. */
export const AGREEING_FRAMES = 2
/** Longest pause between two agreeing frames, milliseconds. */
const AGREE_WITHIN_MS = 1_500
/** Milliseconds that a code has to be out of sight before it counts again. */
export const OUT_OF_SIGHT_MS = 1_200

/** Turns readings of single frames into scans. Only steady readings count, and each code counts once while it stays in sight. */
export class SteadyReads {
  private readonly seen = new Map<string, { frames: number; lastAtMs: number; isTaken: boolean }>()

  /** Takes the codes of one frame, and answers the codes that now count as scanned. */
  frame(codes: readonly string[], atMs: number): string[] {
    for (const [code, read] of this.seen) {
      const patienceMs = read.isTaken ? OUT_OF_SIGHT_MS : AGREE_WITHIN_MS
      if (atMs - read.lastAtMs > patienceMs) this.seen.delete(code)
    }
    const taken: string[] = []
    for (const code of new Set(codes)) {
      const read = this.seen.get(code) ?? { frames: 0, lastAtMs: atMs, isTaken: false }
      read.frames += 1
      read.lastAtMs = atMs
      this.seen.set(code, read)
      if (read.isTaken || read.frames < AGREEING_FRAMES) continue
      read.isTaken = true
      taken.push(code)
    }
    return taken
  }
}
