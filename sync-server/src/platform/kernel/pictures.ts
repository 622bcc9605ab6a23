/** A picture somebody uploaded, as bytes nobody has looked at yet. */
export type UploadedPicture = {
  readonly bytes: Uint8Array
  readonly uid: string
  /** Unique to this upload, the same when it is repeated: goes into the picture's name. */
  readonly id: string
}

/** A shipping label as it is kept: its name in the store, its media type and size. */
export type KeptLabel = { readonly name: string; readonly type: string; readonly sizeBytes: number }

/** Store of pictures. Features get it from app/, so that none imports another. */
export type Pictures = {
  /** Checks a picture, keeps it as a square JPEG without metadata, and answers its address below the shop's. */
  keepProfilePicture(picture: UploadedPicture): Promise<string>
  /** Has a picture removed that nobody shows, by a job. */
  discard(url: string): Promise<void>
  /** Checks a shipping label, a PDF or a picture, and keeps it; of a picture nothing but its pixels. It has no address: who may see it is its trade's affair. */
  keepLabel(label: UploadedPicture): Promise<KeptLabel>
  readLabel(name: string): Promise<Uint8Array | undefined>
  /** Has a label removed that no trade shows, by a job. */
  discardLabel(name: string): Promise<void>
}
