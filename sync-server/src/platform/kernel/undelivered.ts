/** Thrown when an outside service did not accept a message. `isFinal` is true when the service will never accept it. The error's text is for people
 *  and contains nothing of the message. */
export class Undelivered extends Error {
  override readonly name = 'Undelivered'
  constructor(
    message: string,
    readonly isFinal: boolean,
    /** Seconds that the service asks to wait; 0 when it does not ask. */
    readonly waitSeconds = 0,
  ) {
    super(message)
  }
}
