import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { getProofWaysCall } from '@shop/shared/accounts/calls/proof.ts'
import type { Assurance, OutputOf } from '@shop/shared/kernel/define-call.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall } from '../../sync/api.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sentenceOf } from '../../ui/error-message.ts'
import { PasswordProof } from './password-proof.tsx'

/** Ways in which a person can show that it is them. */
export type ProofWays = OutputOf<typeof getProofWaysCall>

type Props = { readonly assurance: Assurance; readonly onSettled: (isProved: boolean) => void }

/** Asks the person at the screen to show that it is them, before an act that moves power or money goes on. */
export default function ProofDialog({ onSettled }: Props) {
  const { ways, problem, load } = useProofWays()
  const cancel = () => onSettled(false)
  return (
    <Dialog isOpen onClose={cancel} title="Please show that it is you">
      <Stack gap="md">
        <Text size="sm">
          This needs a sign-in from the last quarter of an hour. What you typed is kept, and goes on by itself afterwards.
        </Text>
        {problem !== null && (
          <>
            <Banner message={{ text: problem, isError: true }} onClear={() => undefined} inline />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={cancel}>
                Cancel
              </Button>
              <Button onClick={() => void load()}>Try again</Button>
            </Group>
          </>
        )}
        {problem === null && !ways && <Skeleton height={120} role="status" aria-label="Loading..." />}
        {ways?.password && <PasswordProof onProved={() => onSettled(true)} onCancel={cancel} />}
        {ways && !ways.password && <Text size="sm">You sign in by Google or Discord: please sign out and in again, then repeat this.</Text>}
      </Stack>
    </Dialog>
  )
}

/** The person's ways from the server, or the message of why there are none yet. */
function useProofWays() {
  const call = useCall()
  const [ways, setWays] = useState<ProofWays | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const load = useCallback(async () => {
    setProblem(null)
    try {
      setWays(await call(getProofWaysCall, {}))
    } catch (thrown) {
      setProblem(sentenceOf(thrown))
    }
  }, [call])
  useEffect(() => void load(), [load])
  return { ways, problem, load }
}
