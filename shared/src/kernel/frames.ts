/** Media type of a first sync in frames, each the gzip of one line, for whoever accepts it. Frames are stored on the device as they come (design §4 Store). */
export const START_FRAMES_TYPE = 'application/x-gzip-frames'

/** Bytes of a frame's head: the length of its content, big-endian. */
const HEAD_BYTES = 4

/** A frame around this content: its length, then itself. The content may have any length up to 4 GiB. */
export function frameOf(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const framed = new Uint8Array(HEAD_BYTES + content.length)
  new DataView(framed.buffer).setUint32(0, content.length)
  framed.set(content, HEAD_BYTES)
  return framed
}

/** Takes a stream of frames apart, however its bytes are cut. */
export class FrameReader {
  private rest = new Uint8Array()

  /** Adds the next bytes of the stream. Answers the contents of all frames that are whole now, each in a buffer of its own. */
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

  /** Does the stream stand between two frames? One that ends elsewhere was cut off. */
  get isBetweenFrames(): boolean {
    return this.rest.length === 0
  }
}
