import { Button, Group, Text } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { settleRestoreReportCall } from '@shop/shared/settings/calls.ts'
import { useCall, useLive, useSyncStatus } from '../sync/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Section } from '../ui/page.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useMoments } from '../ui/use-moments.ts'
import { useNames } from '../ui/use-names.ts'
import type { Restore } from './use-restore.ts'
import { WaitingReplays } from './waiting-replays.tsx'

type Props = { readonly restore: Restore; readonly onMessage: (text: string) => void }

/** Asks an admin about a device that says, without proof, that the shop was restored from a backup. */
export function RestoreReport({ restore: { report, waiting, latestWaiting, refresh }, onMessage }: Props) {
  const { online } = useSyncStatus()
  const call = useCall()
  const confirm = useConfirm()
  const { busy, run } = useBusy()
  const { moment } = useMoments()
  const senderOf = useNames('an account this shop does not know')
  const byUid = report?.byUid ?? ''
  const who = useLive((view) => view.get(users, byUid), [byUid])
  if (report === null) return null

  const isSureToRefuse = async () => {
    const left = await latestWaiting()
    if (left === null || left.count === 0) return true
    return confirm({
      title: 'Refuse what waits?',
      body: (
        <>
          <p>
            If nobody restored the shop, nothing else comes back from other devices. These changes are tried once more, and refused for good
            if they still do not fit:
          </p>
          <WaitingReplays waiting={left} nameOf={senderOf} moment={moment} />
        </>
      ),
      confirmLabel: 'It was not restored',
    })
  }
  const settle = (wasRestored: boolean) =>
    run(async () => {
      if (!wasRestored && !(await isSureToRefuse())) return
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
      {waiting !== null && waiting.count > 0 && (
        <>
          <Text>These came back before the work that they build on, and wait for another device until you answer:</Text>
          <WaitingReplays waiting={waiting} nameOf={senderOf} moment={moment} />
        </>
      )}
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
