import { Button, Text } from '@mantine/core'
import { linkDiscordCall } from '@shop/shared/accounts/calls/providers.ts'
import { IconBrandDiscordFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { FormProblem } from '../ui/form-problem.tsx'
import type { SignInWays } from './use-sign-in-ways.ts'

type Props = { readonly isLinked: boolean; readonly ways: SignInWays }

/** Links the person's Discord account on Discord's own page, which returns to `/discord-success`. Renders nothing if the shop has no Discord. */
export function LinkDiscordButton({ isLinked, ways }: Props) {
  const call = useCall()
  const { online } = useSyncStatus()
  const [isOpening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!ways.discord) return null

  const open = async () => {
    setOpening(true)
    setProblem(null)
    try {
      window.location.assign((await call(linkDiscordCall, {})).url)
    } catch {
      setProblem('Failed to initiate Discord sign in')
    } finally {
      setOpening(false)
    }
  }
  return (
    <>
      <FormProblem text={problem} onClear={() => setProblem(null)} />
      <Button
        variant="default"
        leftSection={<IconBrandDiscordFilled size="1.25rem" aria-hidden="true" />}
        loading={isOpening}
        disabled={!online}
        onClick={() => void open()}
      >
        {isLinked ? 'Link another Discord account' : 'Link Discord account'}
      </Button>
      {!online && (
        <Text size="sm" c="dimmed">
          You are offline. Discord can be linked when the server is reached again.
        </Text>
      )}
    </>
  )
}
