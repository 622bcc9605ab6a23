/** Where the bytes of pictures lie. Names have passed `isPictureName`. Pictures never change. */
export type PictureStore = {
  /** The picture is kept when this resolves; keeping it again changes nothing. */
  put(name: string, jpeg: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  /** Removes it, and what is left of a `put` that was cut off. Removing what is not there is no failure. */
  remove(name: string): Promise<void>
}
