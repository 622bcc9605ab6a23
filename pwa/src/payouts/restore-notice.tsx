import { Button, Text } from '@mantine/core'
import { listRestoreChangesCall } from '@shop/shared/accounts/calls/security-record.ts'
import { confirmRestoreCall } from '@shop/shared/settings/calls.ts'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Section } from '../ui/page.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useMoments } from '../ui/use-moments.ts'
import { useNames } from '../ui/use-names.ts'
import { RestoreChanges } from './restore-changes.tsx'
import type { Restore } from './use-restore.ts'
import { WaitingReplays } from './waiting-replays.tsx'

type Props = { readonly restore: Restore; readonly onMessage: (text: string) => void }

/** Warns that the shop was restored from a backup, which may lack the latest payouts. An admin compares them and opens payouts again. */
export function RestoreNotice({ restore: { detectedAt, waiting, latestWaiting, setOpen }, onMessage }: Props) {
  const { online } = useSyncStatus()
  const call = useCall()
  const confirm = useConfirm()
  const { busy, run } = useBusy()
  const { moment } = useMoments()
  const nameOf = useNames('An account the backup does not know')
  const senderOf = useNames('an account the backup does not know')
  if (detectedAt === null) return null

  const open = () =>
    run(async () => {
      // asks even if these lists cannot be loaded, because they only help to answer the question
      const [changes, left] = await Promise.all([call(listRestoreChangesCall, {}).catch(() => null), latestWaiting()])
      const isSure = await confirm({
        title: 'Open payouts again?',
        body: (
          <>
            <p>
              Compare the paid payouts with your CashApp and Venmo accounts first. What was paid after the backup must be listed as paid.
            </p>
            {left !== null && left.count > 0 && (
              <>
                <p>
                  These still wait for another device. They are tried once more when you open payouts, and refused if they still do not fit.
                </p>
                <WaitingReplays waiting={left} nameOf={senderOf} moment={moment} />
              </>
            )}
            {changes && <RestoreChanges changes={changes} nameOf={nameOf} moment={moment} />}
          </>
        ),
        confirmLabel: 'I have checked',
        tone: 'neutral',
      })
      if (!isSure) return
      try {
        onMessage((await call(confirmRestoreCall, {})).message)
        setOpen()
      } catch (thrown) {
        onMessage(errorMessage('Error: ', thrown))
      }
    })
  return (
    <Section title="Payouts are closed">
      <Text>
        On {moment(Date.parse(detectedAt))} the shop was found restored from a backup. Every device sends again what the backup does not
        know. Let all devices come online, also the consignors’ phones, check the list, and open payouts again.
      </Text>
      {waiting !== null && waiting.count > 0 && (
        <>
          <Text>These came back before the work that they build on, and wait until another device has sent it:</Text>
          <WaitingReplays waiting={waiting} nameOf={senderOf} moment={moment} />
        </>
      )}
      {!online && <Text c="dimmed">You are offline. Payouts can be opened when there is a connection.</Text>}
      <Button loading={busy} disabled={!online} onClick={() => void open()}>
        Open payouts
      </Button>
    </Section>
  )
}
