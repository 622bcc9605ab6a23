import { operations } from './operations.ts'

/** Address of an operation, as a pattern, with its method. */
const known: readonly (readonly [RegExp, string])[] = operations.map(({ path, method }) => [
  new RegExp(`^/api${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  method,
])

/** Methods that an address answers, as the header Allow lists them; empty for an address that has none. */
export function allowedMethods(path: string): string {
  const methods = known.filter(([pattern]) => pattern.test(path)).map(([, method]) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ')
}
