/** An uploaded picture, as unchecked bytes. */
export type UploadedPicture = {
  readonly bytes: Uint8Array
  /** Id of the upload, which is part of the picture's name. A repeated upload has the same id. */
  readonly id: string
}

/** A stored shipping label: its name in the store, its media type and its size. */
export type KeptLabel = { readonly name: string; readonly type: string; readonly sizeBytes: number }

/** The store of pictures. Features get it from app/, because no feature imports another one. */
export type Pictures = {
  /** Checks a picture, stores it as a square JPEG without metadata, and answers its path in the shop. */
  keepProfilePicture(picture: UploadedPicture): Promise<string>
  /** Queues the removal of a picture that nothing shows any more. */
  discard(url: string): Promise<void>
  /** Checks and stores a shipping label: a PDF, or a picture without its metadata. A label has no address, because its trade decides who may see
   *  it. */
  keepLabel(label: UploadedPicture): Promise<KeptLabel>
  readLabel(name: string): Promise<Uint8Array | undefined>
  /** Queues the removal of a label that no trade shows any more. */
  discardLabel(name: string): Promise<void>
}
