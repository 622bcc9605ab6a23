/** The provider did not say: slow, away, overloaded, or it does not take our key. The message tells no secret. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem'
  constructor(
    message: string,
    /** How long the provider asks to be left alone, milliseconds. */
    readonly retryAfterMs: number = 0,
  ) {
    super(message)
  }
}

/** Who sells memberships. Rejects with ProviderProblem alone. */
export type MembershipProvider = {
  /** Whether somebody with this e-mail has an active membership. */
  isMember(email: string): Promise<boolean>
  /** Whose a membership is; null when the provider does not know it, or no e-mail. */
  emailOf(membershipId: string): Promise<string | null>
}
