import { countedPath } from '@shop/shared/analytics/rules.ts'
import { FAULT_PLACES_MAX, type Fault, faultSchema } from '@shop/shared/faults/schema.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { isPartMissing } from '../ui/part-missing.ts'

/** Place of the browser, the page and the app's files. */
type Around = { readonly pathname: string; readonly origin: string; readonly userAgent: string }

/** Describes an error of the page as it is now. */
export const faultHere = (kind: Fault['kind'], error: unknown): Fault | undefined =>
  faultOf(kind, error, { pathname: window.location.pathname, origin: window.location.origin, userAgent: navigator.userAgent })

/** Describes an error without anything about people: its message is left out, because it may quote data. Answers undefined for what is no fault of
 *  the app: a refusal, a part that cannot be fetched, work that was called off, and a script that is not the app's. */
export function faultOf(kind: Fault['kind'], error: unknown, { pathname, origin, userAgent }: Around): Fault | undefined {
  if (!(error instanceof Error) || error instanceof Refusal || isPartMissing(error) || error.name === 'AbortError') return undefined
  const places = placesOf(String(error.stack ?? ''), origin)
  if (places.length === 0 && kind !== 'screen') return undefined
  const name = faultSchema.shape.name.safeParse(error.name)
  const screen = faultSchema.shape.screen.safeParse(countedPath(pathname))
  return { kind, name: name.data ?? 'Error', places, screen: screen.data ?? '/', browser: browserOf(userAgent), times: 1 }
}

/** Finds the files of the app in a stack, innermost first. Chrome writes `at name (address:line:column)`, Firefox and Safari `name@address:line:column`.
 *  Names of functions are left out with everything else. */
function placesOf(stack: string, origin: string): string[] {
  const places: string[] = []
  for (const line of stack.split('\n')) {
    const [, file, at] = /(?:^|[\s(@])(https?:\/\/[^\s()?#]+?)(?:\?[^\s()]*?)?(:\d+:\d+)\)?$/.exec(line.trimEnd()) ?? []
    if (file === undefined || !file.startsWith(`${origin}/`)) continue
    const place = faultSchema.shape.places.safeParse([`${file.slice(origin.length + 1)}${at}`])
    if (place.data) places.push(...place.data)
    if (places.length === FAULT_PLACES_MAX) break
  }
  return places
}

/** Names and versions of browsers in their user agents. Edge and Chrome also say Safari, and Edge says Chrome. */
const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4}).*\bSafari\//],
]

function browserOf(userAgent: string): string {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  return 'Other 0'
}
