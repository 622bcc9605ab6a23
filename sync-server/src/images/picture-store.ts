/** Storage for pictures, labels and thumbnails, whose bytes never change. Callers validate names that come from outside. */
export type PictureStore = {
  /** Resolves when the picture is stored durably. Storing it again changes nothing. */
  put(name: string, jpeg: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  /** Removes a picture, and the remains of an interrupted `put`. Succeeds when neither exists. */
  remove(name: string): Promise<void>
}
