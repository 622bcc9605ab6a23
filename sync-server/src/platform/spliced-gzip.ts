import { constants, crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

// the reflected CRC-32 polynomial of gzip
const POLYNOMIAL = 0xedb88320

/** a × b modulo the CRC polynomial, both reflected. */
function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = 0x80000000; ; bit >>>= 1) {
    if (a & bit) product ^= factor
    if ((a & (bit - 1)) === 0) return product >>> 0
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
}

/** CRC of two texts one after the other, from theirs and the length of the second in bytes: shifts the first by x^(8·length). */
export function combineCrc32(first: number, second: number, secondBytes: number): number {
  let shift = 0x80000000
  let power = 0x00800000
  for (let rest = secondBytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiply(power, shift)
    power = multiply(power, power)
  }
  return (multiply(shift, first) ^ second) >>> 0
}

/** A body that is compressed while it is written and can be read, from its start, by many readers at once, each at its own speed. */
export class CompressedBody {
  private readonly deflate = createDeflateRaw({ level: 6, chunkSize: 64 * 1024 })
  private readonly chunks: Buffer[] = []
  private waiting: (() => void)[] = []
  private ended = false
  private failure: unknown
  private crc = 0
  private plainBytes = 0
  compressedBytes = 0

  constructor() {
    this.deflate.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk)
      this.compressedBytes += chunk.length
      this.wake()
    })
    this.deflate.on('end', () => {
      this.ended = true
      this.wake()
    })
    this.deflate.on('error', (error) => this.fail(error))
  }

  /** Adds text; resolves when the compressor has taken it. */
  write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    this.crc = crc32(bytes, this.crc)
    this.plainBytes += bytes.length
    return new Promise((resolve, reject) => this.deflate.write(bytes, (error) => (error ? reject(error) : resolve())))
  }

  end(): void {
    this.deflate.end()
  }

  /** Ends every reader with this error: what they have is cut short. */
  fail(error: unknown): void {
    this.failure ??= error ?? new Error('the body failed')
    this.wake()
  }

  /** A whole gzip stream: `prelude` as plain text, then this body. */
  async *gzipAfter(prelude: string): AsyncGenerator<Uint8Array> {
    const first = Buffer.from(prelude)
    yield Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
    yield deflateRawSync(first, { finishFlush: constants.Z_FULL_FLUSH })
    for (let next = 0; ; ) {
      if (this.failure !== undefined) throw this.failure
      const chunk = this.chunks[next]
      if (chunk) {
        next++
        yield chunk
      } else if (this.ended) break
      else await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(combineCrc32(crc32(first), this.crc, this.plainBytes), 0)
    trailer.writeUInt32LE((first.length + this.plainBytes) % 2 ** 32, 4)
    yield trailer
  }

  private wake(): void {
    const waiting = this.waiting
    this.waiting = []
    for (const resolve of waiting) resolve()
  }
}
