/** An outside service did not take a message. `isFinal`: it will not take it later either. The message is for people, and holds nothing of what was sent. */
export class Undelivered extends Error {
  override readonly name = 'Undelivered'
  constructor(
    message: string,
    readonly isFinal: boolean,
    /** How long the service asks to wait, seconds; 0 when it does not say. */
    readonly waitSeconds = 0,
  ) {
    super(message)
  }
}
