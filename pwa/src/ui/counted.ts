/** A count with a thousands separator: "1,200". */
export const grouped = (count: number): string => count.toLocaleString('en-US')

/** A count and its noun: "1 piece", "1,200 pieces", "2 entries". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${grouped(count)} ${count === 1 ? one : many}`
