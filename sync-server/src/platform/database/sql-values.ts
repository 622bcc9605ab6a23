const INT8 = 20
const NUMERIC = 1700

/** int8 and numeric as a number when a double holds it exactly, else as the text the database sent: alike in both drivers. */
export function parseExactNumber(text: string): number | string {
  const value = Number(text)
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? value : text
  return text.replace(/[-.]/g, '').length <= 15 ? value : text
}

/** Parsers by type oid for PGlite; node-postgres asks `isExactNumberType`. */
export const exactNumberParsers = { [INT8]: parseExactNumber, [NUMERIC]: parseExactNumber }

/** The type a driver sends text values of: `INT8` and `NUMERIC` are ours, the rest stays with the driver. */
export const isExactNumberType = (oid: number): oid is typeof INT8 | typeof NUMERIC => oid === INT8 || oid === NUMERIC
