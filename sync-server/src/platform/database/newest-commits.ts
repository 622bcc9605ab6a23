/** Audiences remembered by name. Beyond it the ones told longest ago count as told of the newest commit among those forgotten. */
const MAX_AUDIENCES = 50_000

/** Up to which transaction each audience was told that there is something new. Who was told must not be answered by a standby that does not have it yet:
 *  the next word may be minutes away. */
export class NewestCommits {
  private readonly byAudience = new Map<string, number>()
  private forgotten = 0

  /** Notes that these audiences were told of a transaction, or of all before it. */
  note(audiences: ReadonlySet<string>, xid: number): void {
    for (const audience of audiences) {
      const newest = Math.max(xid, this.byAudience.get(audience) ?? 0)
      // set anew, so that the map stays in the order of telling
      this.byAudience.delete(audience)
      this.byAudience.set(audience, newest)
    }
    for (const [audience, newest] of this.byAudience) {
      if (this.byAudience.size <= MAX_AUDIENCES) break
      this.byAudience.delete(audience)
      this.forgotten = Math.max(this.forgotten, newest)
    }
  }

  /** The newest transaction that any of these was told of; 0 when of none. */
  of(audiences: readonly string[]): number {
    return audiences.reduce((newest, audience) => Math.max(newest, this.byAudience.get(audience) ?? 0), this.forgotten)
  }
}
