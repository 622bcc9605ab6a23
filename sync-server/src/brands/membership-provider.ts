/** Thrown when the provider gave no usable answer, because it is slow, away or overloaded, or rejects our key. The message contains no secret. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem'
  constructor(
    message: string,
    /** Milliseconds for which the provider asks to send no requests. */
    readonly retryAfterMs: number = 0,
  ) {
    super(message)
  }
}

/** A seller of memberships. Rejects only with ProviderProblem. */
export type MembershipProvider = {
  /** True when somebody with this e-mail has an active membership. */
  isMember(email: string): Promise<boolean>
  /** Reads the e-mail of a membership; null when the provider knows none. */
  emailOf(membershipId: string): Promise<string | null>
}
