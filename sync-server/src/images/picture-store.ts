/** Storage for pictures, labels and thumbnails. Their bytes never change. Callers validate names that come from requests. */
export type PictureStore = {
  /** Stores a picture, and resolves when it is durable. A second `put` changes nothing. */
  put(name: string, jpeg: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  /** Removes a picture, and the remains of an interrupted `put`. Succeeds when neither exists. */
  remove(name: string): Promise<void>
}
