import { useMemo } from 'react'
import { Banner } from './banner.tsx'

export function FormProblem({ text, onClear }: { text: string | null; onClear: () => void }) {
  const message = useMemo(() => (text === null ? null : { text, isError: true }), [text])
  return <Banner message={message} onClear={onClear} inline />
}
