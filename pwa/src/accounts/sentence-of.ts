/** The sentence of a failed sign-in: its own message, else the last resort. */
export function sentenceOf(thrown: unknown): string {
  return (thrown instanceof Error && thrown.message) || 'An error occurred'
}
