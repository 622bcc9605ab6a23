/** Maximum number of audiences that are remembered by name. Beyond it the least recently poked audiences are forgotten, and count as poked about the
 *  newest forgotten commit. */
const MAX_AUDIENCES = 50_000

/** The newest transaction about which each audience was poked. A standby that has not replayed this transaction must not answer the audience, because
 *  the next poke of the audience may come minutes later. */
export class NewestCommits {
  private readonly byAudience = new Map<string, number>()
  private forgotten = 0

  /** Records that these audiences were poked about this transaction. */
  note(audiences: ReadonlySet<string>, xid: number): void {
    for (const audience of audiences) {
      const newest = Math.max(xid, this.byAudience.get(audience) ?? 0)
      // inserted again, so that the map stays in the order of pokes
      this.byAudience.delete(audience)
      this.byAudience.set(audience, newest)
    }
    for (const [audience, newest] of this.byAudience) {
      if (this.byAudience.size <= MAX_AUDIENCES) break
      this.byAudience.delete(audience)
      this.forgotten = Math.max(this.forgotten, newest)
    }
  }

  /** Answers the newest transaction about which one of these audiences was poked; 0 if there is none. */
  of(audiences: readonly string[]): number {
    return audiences.reduce((newest, audience) => Math.max(newest, this.byAudience.get(audience) ?? 0), this.forgotten)
  }
}
