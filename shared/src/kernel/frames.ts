/** Media type of a first sync in frames. Each frame is the gzip of one line, and the device stores it compressed. */
export const START_FRAMES_TYPE = 'application/x-gzip-frames'

/** Size of a frame's head in bytes. The head is the length of the frame's content, big-endian. */
const HEAD_BYTES = 4

/** Puts the length of this content, at most 4 GiB, in front of it. */
export function frameOf(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const framed = new Uint8Array(HEAD_BYTES + content.length)
  new DataView(framed.buffer).setUint32(0, content.length)
  framed.set(content, HEAD_BYTES)
  return framed
}

/** Splits a stream of frames. The stream's chunks may end anywhere. */
export class FrameReader {
  private rest = new Uint8Array()

  /** Adds the next bytes of the stream. Returns the contents of all frames that are now complete, each in its own buffer. */
  take(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
    const all = new Uint8Array(this.rest.length + bytes.length)
    all.set(this.rest)
    all.set(bytes, this.rest.length)
    const contents: Uint8Array<ArrayBuffer>[] = []
    let at = 0
    for (let from = HEAD_BYTES; from <= all.length; from = at + HEAD_BYTES) {
      const end = from + new DataView(all.buffer, at).getUint32(0)
      if (end > all.length) break
      contents.push(all.slice(from, end))
      at = end
    }
    this.rest = all.subarray(at)
    return contents
  }

  /** True when the stream is between two frames. A stream that ends within a frame was cut off. */
  get isBetweenFrames(): boolean {
    return this.rest.length === 0
  }
}
