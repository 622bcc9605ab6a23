import { Button, Group, Stack, Text } from '@mantine/core'
import { nameOf, users } from '@shop/shared/accounts/schema.ts'
import { useState } from 'react'
import { type LockedWork, type OpenedWork, useLive, useLockedWork, useSession, useSyncStatus } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { Section } from '../../ui/page.tsx'
import { LeftWorkWindow } from './left-work-window.tsx'

type Props = { readonly onMessage: (text: string) => void }

/** Lists the person's own work that the server could not open. For an admin, also lists unsent work of others who signed out here. */
export function LockedWorkSection({ onMessage }: Props) {
  const { work, open, send, giveUp, retry } = useLockedWork()
  const [shownWork, setShownWork] = useState<{ readonly work: LockedWork; readonly opened: OpenedWork } | null>(null)
  const isAdmin = useSession().user?.role === 'admin'
  const shown = work.filter(({ reason }) => isAdmin || reason !== null)
  if (shown.length === 0 && shownWork === null) return null
  const showWork = async (one: LockedWork) => {
    try {
      setShownWork({ work: one, opened: await open(one.uid) })
    } catch (thrown) {
      onMessage(errorMessage('Error: ', thrown))
    }
  }
  const sendShown = async ({ work: { uid }, opened }: NonNullable<typeof shownWork>) => {
    await send(uid, opened)
    setShownWork(null)
    onMessage(`${counted(countOf(opened), 'change')} added`)
  }
  const act = async <T,>(doing: Promise<T>, done: (outcome: T) => string) => {
    try {
      onMessage(done(await doing))
    } catch (thrown) {
      onMessage(errorMessage('Error: ', thrown))
    }
  }
  return (
    <Section title="Left on this device" description="Work that was locked when its person signed out. Only the shop’s server can open it.">
      <Stack gap="sm">
        {shown.map((one) => (
          <Left
            key={one.uid}
            work={one}
            onShow={() => showWork(one)}
            onRetry={() =>
              act(retry(one.uid), (isOpen) => (isOpen ? 'Unlocked' : 'The server still cannot unlock it. It stays on this device.'))
            }
            onGiveUp={() => act(giveUp(one.uid), () => 'Removed')}
          />
        ))}
      </Stack>
      {shownWork && (
        <LeftWorkWindow
          uid={shownWork.work.uid}
          files={shownWork.opened.parts.map(({ file }) => file)}
          left={stillLocked(shownWork.work, shownWork.opened)}
          note={NOTE}
          onSend={() => sendShown(shownWork)}
          onClose={() => setShownWork(null)}
        />
      )}
    </Section>
  )
}

const NOTE =
  'You send it, but it counts as the work of the person who did it. What this person may not do is refused, and sales of somebody who is no admin any more wait under Discrepancies.'

const countOf = ({ parts }: OpenedWork) => parts.reduce((sum, { file }) => sum + file.commands.length, 0)

function stillLocked({ unsent }: LockedWork, opened: OpenedWork): string | undefined {
  if (opened.refused === null) return undefined
  return `${counted(Math.max(0, unsent - countOf(opened)), 'change')} cannot be unlocked: ${opened.refused.message}`
}

type LeftProps = {
  readonly work: LockedWork
  readonly onShow: () => Promise<void>
  readonly onRetry: () => Promise<void>
  readonly onGiveUp: () => Promise<void>
}

function Left({ work: { uid, unsent, reason }, onShow, onRetry, onGiveUp }: LeftProps) {
  const { online } = useSyncStatus()
  const [isBusy, setBusy] = useState(false)
  const person = useLive((view) => view.get(users, uid), [uid])
  const run = (act: () => Promise<void>) => {
    setBusy(true)
    void act().finally(() => setBusy(false))
  }
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text size="sm">
          {reason === null ? <bdi>{person ? nameOf(person) : 'Somebody'}</bdi> : 'You'} left {counted(unsent, 'change')} unsent.
        </Text>
        {reason !== null && (
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        )}
        {!online && (
          <Text size="sm" c="dimmed">
            Offline: the shop’s server is needed to unlock it.
          </Text>
        )}
      </div>
      {reason === null ? (
        <Button variant="default" disabled={!online} loading={isBusy} onClick={() => run(onShow)}>
          Unlock…
        </Button>
      ) : (
        <Group gap="xs">
          <Button variant="default" disabled={!online} loading={isBusy} onClick={() => run(onRetry)}>
            Try again
          </Button>
          <Button variant="default" color="red" disabled={isBusy} onClick={() => run(onGiveUp)}>
            Remove for good
          </Button>
        </Group>
      )}
    </Group>
  )
}
