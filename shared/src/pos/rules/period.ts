/** A period, `fromMs` ≤ t < `toMs`. */
export type Period = { readonly fromMs: number; readonly toMs: number }

/** True when a moment lies in a period; false for a moment that has not come (null). */
export const isWithin = (atMs: number | null, { fromMs, toMs }: Period): boolean => atMs !== null && atMs >= fromMs && atMs < toMs
