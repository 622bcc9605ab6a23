import type { Assurance } from '@shop/shared/kernel/define-call.ts'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useProofAsker } from '../sync/api.ts'

const ProofDialog = lazy(() => import('../accounts/proof/proof-dialog.tsx'))

/** Opens, for all screens, the dialog that asks a person for a proof of identity. */
export function ProofPrompt() {
  const [assurance, setAssurance] = useState<Assurance | null>(null)
  const answer = useRef<((isProved: boolean) => void) | null>(null)
  const settle = useCallback((isProved: boolean) => {
    setAssurance(null)
    answer.current?.(isProved)
    answer.current = null
  }, [])
  const ask = useCallback(
    (needed: Assurance) =>
      new Promise<boolean>((resolve) => {
        answer.current = resolve
        setAssurance(needed)
      }),
    [],
  )
  useProofAsker(ask)
  useEffect(() => () => settle(false), [settle])
  return (
    assurance && (
      <Suspense fallback={null}>
        <ProofDialog assurance={assurance} onSettled={settle} />
      </Suspense>
    )
  )
}
