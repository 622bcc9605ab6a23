/** An uploaded picture, as unchecked bytes. */
export type UploadedPicture = {
  readonly bytes: Uint8Array
  /** Id of the upload, the same when it is repeated; part of the picture's name. */
  readonly id: string
}

/** A stored shipping label: its name in the store, its media type and size. */
export type KeptLabel = { readonly name: string; readonly type: string; readonly sizeBytes: number }

/** Store of pictures. Features get it from app/, so that none imports another. */
export type Pictures = {
  /** Checks a picture, stores it as a square JPEG without metadata, and answers its address below the shop's. */
  keepProfilePicture(picture: UploadedPicture): Promise<string>
  /** Queues the removal of a picture that nothing shows any more. */
  discard(url: string): Promise<void>
  /** Checks and stores a shipping label, a PDF or a picture without its metadata. It has no address, since its trade decides who may see it. */
  keepLabel(label: UploadedPicture): Promise<KeptLabel>
  readLabel(name: string): Promise<Uint8Array | undefined>
  /** Queues the removal of a label that no trade shows any more. */
  discardLabel(name: string): Promise<void>
}
