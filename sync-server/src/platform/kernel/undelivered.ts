/** A message that an outside service did not take; `isFinal` is true when it never will take it. The error's text is for people and contains nothing
 *  of what was sent. */
export class Undelivered extends Error {
  override readonly name = 'Undelivered'
  constructor(
    message: string,
    readonly isFinal: boolean,
    /** Seconds the service asks to wait; 0 when it does not say. */
    readonly waitSeconds = 0,
  ) {
    super(message)
  }
}
