/** Storage for the bytes of pictures, which never change. Callers check names with `isPictureName`. */
export type PictureStore = {
  /** Stores a picture durably before it resolves; repeating it changes nothing. */
  put(name: string, jpeg: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  /** Removes a picture, and the remains of an interrupted `put`. Succeeds when there is none. */
  remove(name: string): Promise<void>
}
