import { useCallback, useEffect, useRef, useState } from 'react'
import { type FileContent, readGoodsFile, UnreadableFile } from './read-file.ts'

export type FileState =
  | { readonly kind: 'none'; readonly problem: string | null }
  /** `part`: fraction read, 0…1; null for an Excel file, which is read at once. */
  | { readonly kind: 'reading'; readonly part: number | null; readonly fileName: string }
  | { readonly kind: 'read'; readonly content: FileContent }

const NOTHING: FileState = { kind: 'none', problem: null }

export function useFile() {
  const [state, setState] = useState<FileState>(NOTHING)
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => reading.current?.abort(), [])

  const choose = useCallback(async (file: File) => {
    reading.current?.abort()
    const stop = new AbortController()
    reading.current = stop
    setState({ kind: 'reading', part: null, fileName: file.name })
    try {
      const content = await readGoodsFile(
        file,
        (part) => !stop.signal.aborted && setState({ kind: 'reading', part, fileName: file.name }),
        stop.signal,
      )
      setState({ kind: 'read', content })
    } catch (thrown) {
      if (stop.signal.aborted) return
      // a file can vanish or become unreadable during reading: DOMException
      const isExpected = thrown instanceof UnreadableFile || thrown instanceof DOMException
      if (!isExpected) throw thrown
      setState({ kind: 'none', problem: thrown.message })
    }
  }, [])
  const forget = useCallback(() => {
    reading.current?.abort()
    setState(NOTHING)
  }, [])
  return { state, choose, forget }
}
