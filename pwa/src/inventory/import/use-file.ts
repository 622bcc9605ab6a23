import { useCallback, useEffect, useRef, useState } from 'react'
import { type CsvContent, readCsvFile, UnreadableFile } from './read-file.ts'

export type FileState =
  | { readonly kind: 'none'; readonly problem: string | null }
  | { readonly kind: 'reading'; readonly part: number; readonly fileName: string }
  | { readonly kind: 'read'; readonly content: CsvContent }

const NOTHING: FileState = { kind: 'none', problem: null }

export function useFile() {
  const [state, setState] = useState<FileState>(NOTHING)
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => reading.current?.abort(), [])

  const choose = useCallback(async (file: File) => {
    reading.current?.abort()
    const stop = new AbortController()
    reading.current = stop
    setState({ kind: 'reading', part: 0, fileName: file.name })
    try {
      const content = await readCsvFile(
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
