const RAN = 'ran '

/** Counts what happened, because a simulation proves nothing about faults that never occurred in it. */
export class Tally {
  readonly counts = new Map<string, number>()

  add(what: Happening, times = 1): void {
    if (times > 0) this.counts.set(what, (this.counts.get(what) ?? 0) + times)
  }

  /** Counts a command that the server ran. */
  ran(name: string): void {
    const key = `${RAN}${name}`
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }

  /** The names of the commands that the server ran. */
  get commands(): readonly string[] {
    return [...this.counts.keys()].flatMap((key) => (key.startsWith(RAN) ? [key.slice(RAN.length)] : []))
  }

  take(other: Iterable<readonly [string, number]>): void {
    for (const [what, times] of other) this.counts.set(what, (this.counts.get(what) ?? 0) + times)
  }

  /** Returns a line for each of `HAPPENINGS`, even if it never occurred. */
  table(histories: number): string {
    const width = Math.max(...HAPPENINGS.map(({ length }) => length))
    const ran = this.commands.map((name) => `${RAN}${name}`).sort()
    return [...HAPPENINGS, ...ran]
      .map((what) => {
        const times = this.counts.get(what) ?? 0
        return `${what.padEnd(width)} ${String(times).padStart(9)} ${(times / histories).toFixed(2).padStart(8)} a history`
      })
      .join('\n')
  }
}

/** Happenings that cannot occur or cannot be seen on the embedded database, which runs one transaction at a time. */
export const NOT_ON_PGLITE: readonly Happening[] = [
  'backup taken while a transaction was open',
  'snapshot taken while a writer was under way',
  'row committed behind a handed-out snapshot',
]

export const HAPPENINGS = [
  'promised command',
  'double tap',
  'lost request',
  'lost answer',
  'duplicate request',
  'request that overtook a later one',
  'tab killed',
  'tab killed with a request under way',
  'tab killed inside a writing transaction',
  'browser killed',
  'power cut',
  'server restarted',
  'server killed with a push under way',
  'backup taken while a transaction was open',
  'server restored from a backup',
  'command replayed to a restored server',
  'clock set wrong',
  'token expired',
  'storage lost',
  'storage lost under open tabs',
  'storage cloned',
  'disk full',
  'pull of several pages',
  'snapshot taken while a writer was under way',
  'row committed behind a handed-out snapshot',
  'app upgraded with commands waiting',
  'command an older server does not know',
  'command of an older version taken',
  'server upgraded',
  'role withdrawn',
  'role granted',
  'fresh start',
  'overlay folded into pages',
  'pull packed at once',
  'missing row',
  'stale row',
  'surplus row',
  'audit found drift',
  'work handed over to another device',
  'command rejected',
  'trade asked for',
  'offer agreed to',
  'trade called off',
  'trade shipped',
  'trade deleted',
] as const
export type Happening = (typeof HAPPENINGS)[number]
