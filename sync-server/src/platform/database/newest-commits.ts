/** Maximum of audiences remembered by name. The least recently poked ones beyond it are forgotten, and count as poked about the newest forgotten
 *  commit. */
const MAX_AUDIENCES = 50_000

/** Newest transaction each audience was poked about. A standby that has not replayed it must not answer that audience, whose next poke may be
 *  minutes away. */
export class NewestCommits {
  private readonly byAudience = new Map<string, number>()
  private forgotten = 0

  /** Records that these audiences were poked about this transaction. */
  note(audiences: ReadonlySet<string>, xid: number): void {
    for (const audience of audiences) {
      const newest = Math.max(xid, this.byAudience.get(audience) ?? 0)
      // reinserted, so that the map stays in the order of pokes
      this.byAudience.delete(audience)
      this.byAudience.set(audience, newest)
    }
    for (const [audience, newest] of this.byAudience) {
      if (this.byAudience.size <= MAX_AUDIENCES) break
      this.byAudience.delete(audience)
      this.forgotten = Math.max(this.forgotten, newest)
    }
  }

  /** Newest transaction that any of these audiences was poked about; 0 if none. */
  of(audiences: readonly string[]): number {
    return audiences.reduce((newest, audience) => Math.max(newest, this.byAudience.get(audience) ?? 0), this.forgotten)
  }
}
