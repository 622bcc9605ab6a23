/** A rate in basis points for people: 825 → "8.25%". */
export function formatRate(rateBps: number): string {
  return `${Number((rateBps / 100).toFixed(2))}%`
}
