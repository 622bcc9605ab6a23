/** A picture somebody uploaded, as bytes nobody has looked at yet. */
export type UploadedPicture = {
  readonly bytes: Uint8Array
  readonly uid: string
  /** Unique to this upload, the same when it is repeated: goes into the picture's name. */
  readonly id: string
}

/** Where pictures are kept. Features get it from app/, so that none imports another. */
export type Pictures = {
  /** Checks a picture, keeps it as a square JPEG without metadata, and answers its address below the shop's. */
  keepProfilePicture(picture: UploadedPicture): Promise<string>
  /** Has a picture removed that nobody shows, by a job. */
  discard(url: string): Promise<void>
}
