import { Refusal } from '@shop/shared/kernel/errors.ts'
import { StorageProblem } from '../sync/api.ts'

/** Start of an error message, such as 'Error deleting item: '. A banner takes any text that contains 'Error' for an error. */
export type ErrorPrefix = 'Error: ' | `Error ${string}: `

/** Message for a refusal or a storage problem. A bug is rethrown, since it belongs in the log. `otherwise` ('Failed to …') is the message for a
 *  refusal without the server's words. */
export function errorMessage(prefix: ErrorPrefix, thrown: unknown, otherwise?: string): string {
  if (thrown instanceof Refusal && thrown.code === 'NO_WORDS' && otherwise) return `${prefix}${otherwise}`
  if (thrown instanceof Refusal || thrown instanceof StorageProblem) return `${prefix}${thrown.message}`
  throw thrown
}

/** Message of each field that a refusal names. */
export function fieldsOf(thrown: unknown): Readonly<Record<string, string>> {
  return (thrown instanceof Refusal && thrown.fields) || {}
}

/** True when the server decided against the request itself (400, 404 or 409). After any other failure, this attempt or an earlier one under the same
 *  ids may still have succeeded. */
export const isAnswer = (thrown: unknown): boolean => thrown instanceof Refusal && [400, 404, 409].includes(thrown.status)

export function sentenceOf(thrown: unknown): string {
  return (thrown instanceof Error && thrown.message) || 'An error occurred'
}
