import { Button, Text } from '@mantine/core'
import { confirmRestore, getRestore } from '@shop/shared/settings/calls.ts'
import { useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Section } from '../ui/page.tsx'
import { useBusy } from '../ui/use-busy.ts'

/** Says that the shop was restored from a backup, and opens paying out again once an admin has looked (design §4 Lost futures). */
export function RestoreNotice({ onMessage }: { readonly onMessage: (text: string) => void }) {
  const { online } = useSyncStatus()
  const [detectedAt, setDetectedAt] = useState<string | null>(null)
  const call = useCall()
  const confirm = useConfirm()
  const { busy, run } = useBusy()

  useEffect(() => {
    if (!online) return
    let isGone = false
    call(getRestore, {}).then(
      (answer) => !isGone && setDetectedAt(answer.detectedAt),
      // without an answer nothing is known, and the server refuses by itself
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [online, call])
  if (detectedAt === null) return null

  const open = () =>
    run(async () => {
      const isSure = await confirm({
        title: 'Open payouts again?',
        body: (
          <p>Compare the paid payouts with your CashApp and Venmo accounts first. What was paid after the backup must be listed as paid.</p>
        ),
        confirmLabel: 'I have checked',
        tone: 'neutral',
      })
      if (!isSure) return
      try {
        onMessage((await call(confirmRestore, {})).message)
        setDetectedAt(null)
      } catch (thrown) {
        onMessage(errorMessage('Error: ', thrown))
      }
    })
  return (
    <Section title="Payouts are closed">
      <Text>
        On {new Date(detectedAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })} the shop was found restored from a
        backup. Every device sends again what the backup does not know. Let all tablets come online, check the list, and open payouts again.
      </Text>
      <Button loading={busy} disabled={!online} onClick={() => void open()}>
        Open payouts
      </Button>
    </Section>
  )
}
