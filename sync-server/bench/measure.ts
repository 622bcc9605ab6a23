/** Repeated measurements of one thing, in milliseconds. */
export type Samples = readonly number[]

/** Computes the quantile of the samples at `share` (0…1). */
export function quantile(samples: Samples, share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (samples: Samples): number => quantile(samples, 0.5)

/** Computes half the interquartile range as a share of the median. It shows how unsteady the machine was. */
export const noise = (samples: Samples): number => (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2 / median(samples)

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** Measures things in turn (A, B, B, A, …), so that a busy moment of the machine affects all of them. */
export async function inTurns<Name extends string>(
  rounds: number,
  things: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(things) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : [...names].reverse()) samples[name].push(await things[name]())
  return samples
}

const percent = (share: number) => `±${Math.round(share * 100)} %`

export const inMs = (ms: number): string => (ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2))

/** Formats median and noise of samples for a table. */
export const told = (samples: Samples): string => `${inMs(median(samples))} (${percent(noise(samples))})`

export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(`\n### ${title}\n\n${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}`)
}
