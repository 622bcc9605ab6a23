import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../sync/api.ts'
import { Section } from '../ui/page.tsx'
import { reportsFaults, switchReports } from './fault-box.ts'
import { REPORTED_FACTS } from './fault-words.ts'

/** Switches the reports of this device's faults on and off for the person who is signed in. */
export function FaultSwitch() {
  const uid = useSession().user?.uid
  const [isOn, setOn] = useState(() => reportsFaults(uid))
  const [isBlocked, setBlocked] = useState(false)
  const turn = (wanted: boolean) => {
    const isStored = switchReports(wanted && uid !== undefined ? uid : null)
    setBlocked(!isStored)
    if (isStored) setOn(wanted)
  }
  return (
    <Section title="Errors of the app">
      <Switch
        label="Report errors on this device to the shop’s admins"
        description={REPORTED_FACTS}
        error={isBlocked ? <span role="alert">The browser does not store this choice.</span> : undefined}
        checked={isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </Section>
  )
}
