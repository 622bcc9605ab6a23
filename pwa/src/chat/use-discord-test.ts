import { testNotificationsCall } from '@shop/shared/chat/calls.ts'
import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import { useState } from 'react'
import { useCall } from '../sync/api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { useBusy } from '../ui/use-busy.ts'

export type DiscordTest = OutputOf<typeof testNotificationsCall>

/** Sends a test message to each Discord channel. `onError` gets the reason if the call fails. */
export function useDiscordTest(onError: (text: string) => void) {
  const call = useCall()
  const { busy, run } = useBusy()
  const [outcome, setOutcome] = useState<DiscordTest | null>(null)
  const test = () =>
    run(async () => {
      try {
        setOutcome(await call(testNotificationsCall, {}))
      } catch (thrown) {
        onError(errorMessage('Error testing Discord: ', thrown))
      }
    })
  return { isBusy: busy, test, outcome, close: () => setOutcome(null) }
}
