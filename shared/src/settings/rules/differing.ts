/** The changes that really differ from a row, as they were and as they are; undefined when none does. */
export function differing<Changes extends object>(row: Changes, changes: Changes): { was: Changes; is: Changes } | undefined {
  const fields = (Object.keys(changes) as (keyof Changes)[]).filter(
    (field) => changes[field] !== undefined && changes[field] !== row[field],
  )
  if (fields.length === 0) return undefined
  const pick = (from: Changes) => Object.fromEntries(fields.map((field) => [field, from[field]])) as Changes
  return { was: pick(row), is: pick(changes) }
}
