import { Button } from '@mantine/core'
import { IconCheck, IconCloudOff, IconMap2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../sync/api.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Link } from '../../ui/router.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { DeviceFacts } from '../status/device-facts.tsx'
import classes from './help.module.css'
import { ADMIN_LISTS, APPLE_NOTES, CONSIGNOR_LISTS } from './offline-lists.ts'
import { Tour } from './tour.tsx'

/** `/help/offline`: explains what works offline, what does not, and how offline work reaches the server. */
export default function OfflineScreen() {
  const isAdmin = useSession().user?.role === 'admin'
  const [isTouring, setTouring] = useState(false)
  const { works, needsNetwork } = isAdmin ? ADMIN_LISTS : CONSIGNOR_LISTS
  useTitle('What works offline')
  return (
    <Page
      title="What works offline"
      subtitle="This app keeps the shop’s data on the device. Most of it goes on without network."
      layout="narrow"
      actions={
        <Button variant="default" leftSection={<IconMap2 size="1.25rem" aria-hidden />} onClick={() => setTouring(true)}>
          Take the tour
        </Button>
      }
    >
      <Section title="Works without network">
        <ul className={classes.list} data-tone="good">
          {works.map((line) => (
            <li key={line}>
              <IconCheck aria-hidden="true" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Needs the network">
        <ul className={classes.list}>
          {needsNetwork.map((line) => (
            <li key={line}>
              <IconCloudOff aria-hidden="true" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="What happens to your work meanwhile">
        <div className={classes.prose}>
          <p>
            What you do is stored on this device before the screen says so, and sent by itself when the server can be reached again, in the
            order you did it and exactly once. Closing the app or a dead battery changes nothing.
          </p>
          <p>
            If the server does not take something, it stays on the list with the reason until you decide. What waits is under{' '}
            <Link to="/sync">Sync</Link>; from there it can also be saved to a file and taken to another device.
          </p>
          <p>Signing out with unsent work, or clearing the browser’s data, is what to avoid: the first asks you, the second does not.</p>
        </div>
      </Section>
      <Section title="On an iPhone, on an iPad and in Safari">
        <div className={classes.prose}>
          {APPLE_NOTES.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      </Section>
      <DeviceFacts />
      {isTouring && <Tour isAdmin={isAdmin} onClose={() => setTouring(false)} />}
    </Page>
  )
}
