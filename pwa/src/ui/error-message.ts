import { Refusal } from '@shop/shared/kernel/errors.ts'
import { StorageProblem } from '../sync/api.ts'

/** The beginning of an error's sentence: 'Error: ', 'Error deleting item: ' and their like. The banner tells an error by it. */
export type ErrorPrefix = 'Error: ' | `Error ${string}: `

/** The sentence a person reads when something they asked for did not happen. A bug is thrown on: it belongs in the log.
 *  `otherwise`: what is said when the answer was a no without the server's words ('Failed to …'). */
export function errorMessage(prefix: ErrorPrefix, thrown: unknown, otherwise?: string): string {
  if (thrown instanceof Refusal && thrown.code === 'NO_WORDS' && otherwise) return `${prefix}${otherwise}`
  if (thrown instanceof Refusal || thrown instanceof StorageProblem) return `${prefix}${thrown.message}`
  throw thrown
}

/** The wrong fields a refusal names. */
export function fieldsOf(thrown: unknown): Readonly<Record<string, string>> {
  return (thrown instanceof Refusal && thrown.fields) || {}
}

/** A rule refused what was sent. Any other failure, no answer or a refusal at the door, leaves open whether an earlier try of the same was done. */
export const isAnswer = (thrown: unknown): boolean => thrown instanceof Refusal && [400, 404, 409].includes(thrown.status)

/** The sentence of a failed sign-in: its own message, else the last resort. */
export function sentenceOf(thrown: unknown): string {
  return (thrown instanceof Error && thrown.message) || 'An error occurred'
}
