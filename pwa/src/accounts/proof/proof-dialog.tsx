import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { getProofWaysCall, proveIdentityCall } from '@shop/shared/accounts/calls/proof.ts'
import type { Assurance, OutputOf } from '@shop/shared/kernel/define-call.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useSession } from '../../sync/api.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sentenceOf } from '../../ui/error-message.ts'
import { PasswordOwner } from '../password-fields.tsx'
import { AnswerForm } from './answer-form.tsx'
import { OtherWays, type WayKind } from './other-ways.tsx'
import { PasskeyAnswer } from './passkey-answer.tsx'
import { ProviderAnswer } from './provider-answer.tsx'
import { offersPasskeys } from './use-passkey.ts'

type ProofWays = OutputOf<typeof getProofWaysCall>

type Props = { readonly assurance: Assurance; readonly onSettled: (isProved: boolean) => void }

/** Asks the person for a proof of identity before a protected action continues. */
export default function ProofDialog({ assurance, onSettled }: Props) {
  const { ways, problem, load } = useProofWays()
  const cancel = () => onSettled(false)
  return (
    <Dialog isOpen onClose={cancel} title="Please show that it is you">
      <Stack gap="md">
        <Text size="sm">{reasonOf(assurance, ways)} What you typed is kept, and goes on by itself afterwards.</Text>
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
        {ways && <Answers kinds={kindsOf(assurance, ways)} onProved={() => onSettled(true)} onCancel={cancel} />}
      </Stack>
    </Dialog>
  )
}

const needsSecond = (assurance: Assurance, ways: ProofWays | null) => assurance === 'second' && ways?.hasSecond === true

const reasonOf = (assurance: Assurance, ways: ProofWays | null) =>
  needsSecond(assurance, ways)
    ? 'This needs your second step, from the last quarter of an hour.'
    : 'This needs a sign-in from the last quarter of an hour.'

/** Returns the ways that count as a proof, the easiest way first. */
function kindsOf(assurance: Assurance, ways: ProofWays): WayKind[] {
  const passkey: WayKind[] = ways.passkey && offersPasskeys() ? ['passkey'] : []
  const second: WayKind[] = [...(ways.codes ? (['code'] as const) : []), ...passkey, ...(ways.hasSecond ? (['recoveryCode'] as const) : [])]
  if (needsSecond(assurance, ways)) return second
  const others: WayKind[] = [...(ways.google ? (['google'] as const) : []), ...(ways.discord ? (['discord'] as const) : [])]
  return [...(ways.password ? (['password'] as const) : []), ...others, ...second]
}

type AnswersProps = { readonly kinds: readonly WayKind[]; readonly onProved: () => void; readonly onCancel: () => void }

function Answers({ kinds, onProved, onCancel }: AnswersProps) {
  const call = useCall()
  const { user } = useSession()
  const [chosen, setChosen] = useState<WayKind | undefined>(kinds[0])
  if (!chosen) return <Text size="sm">No way to show it is set up here: please sign out and in again, then repeat this.</Text>
  const send = async (body: object) => {
    await call(proveIdentityCall, { body })
    onProved()
  }
  return (
    <>
      <PasswordOwner email={user?.email ?? ''} />
      {chosen === 'passkey' ? (
        <PasskeyAnswer label="Use a passkey" send={send} onCancel={onCancel} />
      ) : chosen === 'google' || chosen === 'discord' ? (
        <ProviderAnswer key={chosen} provider={chosen} onProved={onProved} onCancel={onCancel} />
      ) : (
        <AnswerForm key={chosen} kind={chosen} submitLabel="Go on" send={send} onCancel={onCancel} />
      )}
      <OtherWays kinds={kinds.filter((kind) => kind !== chosen)} onChoose={setChosen} />
    </>
  )
}

/** The ways that the server offers this person, or the reason why they are not known yet. */
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
