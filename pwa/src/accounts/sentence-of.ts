/** What a failed sign-in tells: its own message, or the spec's last resort (spec §8 Login). */
export function sentenceOf(thrown: unknown): string {
  return (thrown instanceof Error && thrown.message) || 'An error occurred'
}
