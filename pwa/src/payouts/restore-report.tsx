import { Button, Group, Text } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { settleRestoreReportCall } from '@shop/shared/settings/calls.ts'
import { useCall, useLive, useSyncStatus } from '../sync/api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { Section } from '../ui/page.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useMoments } from '../ui/use-moments.ts'
import type { Restore } from './use-restore.ts'

type Props = { readonly restore: Restore; readonly onMessage: (text: string) => void }

/** Asks an admin about a device that says, without proof, that the shop was restored from a backup. */
export function RestoreReport({ restore: { report, refresh }, onMessage }: Props) {
  const { online } = useSyncStatus()
  const call = useCall()
  const { busy, run } = useBusy()
  const { moment } = useMoments()
  const byUid = report?.byUid ?? ''
  const who = useLive((view) => view.get(users, byUid), [byUid])
  if (report === null) return null

  const settle = (wasRestored: boolean) =>
    run(async () => {
      try {
        onMessage((await call(settleRestoreReportCall, { body: { wasRestored } })).message)
        await refresh()
      } catch (thrown) {
        onMessage(errorMessage('Error: ', thrown))
      }
    })
  return (
    <Section title="Was the shop restored from a backup?">
      <Text>
        On {moment(Date.parse(report.at))} a device of {who ? nameOf(who) : 'somebody'} said so, without proof. If it is true, close payouts
        until they are checked: the backup may lack the latest ones. If nobody restored the shop, they stay open.
      </Text>
      {!online && <Text c="dimmed">You are offline. You can answer when there is a connection.</Text>}
      <Group>
        <Button loading={busy} disabled={!online} onClick={() => void settle(true)}>
          It was restored
        </Button>
        <Button variant="default" loading={busy} disabled={!online} onClick={() => void settle(false)}>
          It was not
        </Button>
      </Group>
    </Section>
  )
}
