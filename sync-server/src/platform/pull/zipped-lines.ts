import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { unpackPage } from '@shop/shared/kernel/packed-page.ts'

const compress = promisify(gzip)
const expand = promisify(gunzip)

export const zipped = (line: string): Promise<Buffer> => compress(line, { level: 6 })

/** Lines for several readers. Each line is compressed when it is written. Each reader begins at the first line and reads at its own speed. */
export class ZippedLines {
  private readonly lines: Buffer[] = []
  private waiting: (() => void)[] = []
  private hasEnded = false
  private failure: unknown
  bytes = 0

  /** Adds a line and resolves when it is compressed. */
  async write(line: string): Promise<void> {
    const compressed = await zipped(line)
    this.lines.push(compressed)
    this.bytes += compressed.length
    this.wake()
  }

  end(): void {
    this.hasEnded = true
    this.wake()
  }

  /** Ends every reader with this error. */
  fail(error: unknown): void {
    this.failure ??= error ?? new Error('the stream of lines broke off')
    this.wake()
  }

  /** Reads the gzipped lines from the first line on. */
  async *read(): AsyncGenerator<Buffer> {
    for (let next = 0; ; ) {
      if (this.failure !== undefined) throw this.failure
      const line = this.lines[next]
      if (line) {
        next++
        yield line
      } else if (this.hasEnded) return
      else await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }

  private wake(): void {
    const waiting = this.waiting
    this.waiting = []
    for (const resolve of waiting) resolve()
  }
}

/** Converts the lines of a first sync to text whose pages are plain lists of rows. People with curl and earlier releases of the app read this
 *  form. */
export async function* plainLines(lines: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const line of lines) {
    const text = (await expand(line)).toString()
    const [, collection, page] = /^(?!end\t)([^\t{]+)\t(.*)$/s.exec(text) ?? []
    yield collection === undefined ? `${text}\n` : `${collection}\t${JSON.stringify(unpackPage(page ?? ''))}\n`
  }
}
