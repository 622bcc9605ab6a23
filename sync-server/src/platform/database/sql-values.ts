const INT8 = 20
const NUMERIC = 1700

/** Parses int8 and numeric for both drivers. Answers a number if a double keeps all its digits, otherwise the database's text. */
export function parseExactNumber(text: string): number | string {
  const value = Number(text)
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? value : text
  return text.replace(/[-.]/g, '').length <= 15 ? value : text
}

/** Parsers for PGlite by type oid; node-postgres uses `isExactNumberType`. */
export const exactNumberParsers = { [INT8]: parseExactNumber, [NUMERIC]: parseExactNumber }

/** True for the types that are parsed here. The driver parses all others. */
export const isExactNumberType = (oid: number): oid is typeof INT8 | typeof NUMERIC => oid === INT8 || oid === NUMERIC
