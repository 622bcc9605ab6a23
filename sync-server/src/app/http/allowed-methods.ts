import { operations } from './operations.ts'

/** The address of each operation as a pattern, with its method. */
const known: readonly (readonly [RegExp, string])[] = operations.map(({ path, method }) => [
  new RegExp(`^/api${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  method,
])

/** Lists the methods that an address answers, in the form of the header Allow. Empty for an address that has none. */
export function allowedMethods(path: string): string {
  const methods = known.filter(([pattern]) => pattern.test(path)).map(([, method]) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ')
}
