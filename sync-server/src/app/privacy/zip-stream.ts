import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive. Its bytes are read when they are needed. */
export type ZipFile = { readonly name: string; readonly chunks: AsyncIterable<Uint8Array> }

const LOCAL_HEADER = 0x04034b50
const DATA_DESCRIPTOR = 0x08074b50
const CENTRAL_HEADER = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
/** Version 2.0 of the format, the first version with deflate. */
const VERSION = 20
/** Flags of an entry whose sizes follow its data and whose name is in UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980, the first day of the format. Every file gets this date. */
const FIRST_DAY = 0x21

type Written = { readonly name: Buffer; readonly crc: number; readonly packed: number; readonly size: number; readonly at: number }

/** Writes a ZIP archive as a stream, so that a large archive needs neither memory nor a file on the disk. An archive may have 4 GB and 65,535
 *  files. */
export async function* zipStream(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const { name, chunks } of files) {
    const bytes = Buffer.from(name)
    const header = localHeader(bytes)
    yield header
    const sums = { crc: 0, packed: 0, size: 0 }
    for await (const chunk of deflated(chunks, sums)) yield chunk
    yield fields([DATA_DESCRIPTOR, 4], [sums.crc, 4], [sums.packed, 4], [sums.size, 4])
    written.push({ name: bytes, ...sums, at })
    at += header.length + sums.packed + 16
  }
  const directory = Buffer.concat(written.map(centralHeader))
  yield directory
  const count = written.length
  yield fields([END_OF_DIRECTORY, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [at, 4], [0, 2])
}

async function* deflated(chunks: AsyncIterable<Uint8Array>, sums: { crc: number; packed: number; size: number }) {
  const counted = async function* () {
    for await (const chunk of chunks) {
      sums.crc = crc32(chunk, sums.crc)
      sums.size += chunk.length
      yield chunk
    }
  }
  const packer = createDeflateRaw()
  // an error of the source ends the packer with the same error, and with it the loop below
  pipeline(Readable.from(counted()), packer, () => undefined)
  for await (const packed of packer as AsyncIterable<Buffer>) {
    sums.packed += packed.length
    yield packed
  }
}

const localHeader = (name: Buffer) =>
  Buffer.concat([
    fields([LOCAL_HEADER, 4], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [FIRST_DAY, 2]),
    fields([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ])

const centralHeader = ({ name, crc, packed, size, at }: Written) =>
  Buffer.concat([
    fields([CENTRAL_HEADER, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [FIRST_DAY, 2]),
    fields([crc, 4], [packed, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]),
    name,
  ])

/** Writes numbers in little-endian order, each in the given number of bytes. */
function fields(...numbers: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of numbers) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
