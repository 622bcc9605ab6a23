import { Button } from '@mantine/core'
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { FaultSwitch } from '../../faults/fault-switch.tsx'
import { usePending, usePendingActions, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { DeviceFacts } from './device-facts.tsx'
import { DoneList } from './done-list.tsx'
import { LockedWorkSection } from './locked-work-section.tsx'
import { MoveWork } from './move-work.tsx'
import classes from './pending-list.module.css'
import { PendingList } from './pending-list.tsx'

/** `/sync`: refused, unsent and accepted commands, the state of this device, and the work that is locked on it. */
export default function SyncScreen() {
  const banner = useBanner()
  const pending = usePending()
  const { online } = useSyncStatus()
  const { syncNow } = usePendingActions()
  const [isSyncing, setSyncing] = useState(false)
  useTitle('Sync')
  const refused = pending.filter((entry) => entry.state === 'attention')
  const early = pending.filter((entry) => entry.state === 'waits')
  const waiting = pending.filter((entry) => entry.state === 'saved' || entry.state === 'sending')
  const sync = async () => {
    setSyncing(true)
    await syncNow().finally(() => setSyncing(false))
  }
  return (
    <Page
      title="Sync"
      subtitle={
        online
          ? 'This device and the shop’s server'
          : 'Offline: everything is saved on this device and sent when the server can be reached.'
      }
      actions={
        <Button variant="default" leftSection={<IconRefresh size="1.25rem" />} loading={isSyncing} onClick={() => void sync()}>
          Sync now
        </Button>
      }
    >
      <Banner {...banner.props} />
      {refused.length > 0 && (
        <Section
          title="Needs attention"
          description="The server did not take these. They stay here until you decide; nothing disappears by itself."
        >
          <PendingList entries={refused} onMessage={banner.show} />
        </Section>
      )}
      {early.length > 0 && (
        <Section
          title="Waiting for another device"
          description="The shop was restored from a backup. Its server keeps these until another device has sent the work that comes before them; there is nothing to do here."
        >
          <PendingList entries={early} onMessage={banner.show} />
        </Section>
      )}
      <Section title="Waiting to be sent">
        {waiting.length === 0 ? (
          <p className={classes.nothing}>
            <IconCircleCheck aria-hidden="true" /> Everything is sent
          </p>
        ) : (
          <PendingList entries={waiting} onMessage={banner.show} />
        )}
      </Section>
      <DoneList />
      <DeviceFacts />
      <FaultSwitch />
      <p className={classes.nothing}>
        <Link to="/help/offline">What works offline</Link>
      </p>
      <LockedWorkSection onMessage={banner.show} />
      <MoveWork pendingCount={pending.length} onMessage={banner.show} />
    </Page>
  )
}
