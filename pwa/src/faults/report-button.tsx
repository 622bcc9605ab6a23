import { Button, Text } from '@mantine/core'
import { reportFaultsCall } from '@shop/shared/faults/calls.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { type ReactNode, useState } from 'react'
import { useCall, useSession, useSyncStatus } from '../sync/api.ts'
import { useBusy } from '../ui/use-busy.ts'
import { reportsFaults } from './fault-box.ts'
import { faultHere } from './fault-of.ts'
import { REPORTED_FACTS } from './fault-words.ts'

/** Reports the fault of a screen once, or says that this device reports it by itself. */
export default function ReportButton({ error }: { readonly error: unknown }): ReactNode {
  const call = useCall()
  const { online } = useSyncStatus()
  const uid = useSession().user?.uid
  const { busy, run } = useBusy()
  const [fault] = useState(() => faultHere('screen', error))
  const [outcome, setOutcome] = useState<{ readonly isReported: boolean; readonly words: string } | null>(null)
  if (!fault) return null
  if (reportsFaults(uid)) return <Text size="sm">This device reports it to the shop’s admins.</Text>
  const report = () =>
    run(async () => {
      try {
        await call(reportFaultsCall, { body: { faults: [fault] } })
        setOutcome({ isReported: true, words: 'Reported. Thank you.' })
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        setOutcome({ isReported: false, words: thrown.message })
      }
    })
  return (
    <>
      {outcome?.isReported !== true && (
        <Button variant="default" loading={busy} disabled={!online} onClick={() => void report()}>
          Report it to the shop
        </Button>
      )}
      <Text size="sm" role="status">
        {outcome?.words ?? (online ? REPORTED_FACTS : 'It can be reported when the server is reached again.')}
      </Text>
    </>
  )
}
