import { Button, Text } from '@mantine/core'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { type ReactNode, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { useBusy } from '../ui/use-busy.ts'
import { reportsFaults } from './fault-box.ts'
import { REPORTED_FACTS } from './fault-words.ts'
import { reportFaults } from './report-faults.ts'

/** Reports the fault of a screen once, or says that this device reports it by itself. */
export default function ReportButton(): ReactNode {
  const call = useCall()
  const { online } = useSyncStatus()
  const { busy, run } = useBusy()
  const [isAutomatic] = useState(reportsFaults)
  const [said, setSaid] = useState<string | null>(null)
  if (isAutomatic) return <Text size="sm">This device reports it to the shop’s admins.</Text>
  const report = () =>
    run(async () => {
      try {
        await reportFaults(call)
        setSaid('Reported. Thank you.')
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        setSaid(thrown.message)
      }
    })
  return (
    <>
      <Button variant="default" loading={busy} disabled={!online} onClick={() => void report()}>
        Report it to the shop
      </Button>
      <Text size="sm" role="status">
        {said ?? (online ? REPORTED_FACTS : 'It can be reported when the server is reached again.')}
      </Text>
    </>
  )
}
