import { Switch } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../ui/page.tsx'
import { reportsFaults, switchReports } from './fault-box.ts'
import { REPORTED_FACTS } from './fault-words.ts'

/** Switches the reports of this device's faults on and off. */
export function FaultSwitch() {
  const [isOn, setOn] = useState(reportsFaults)
  const [isBlocked, setBlocked] = useState(false)
  const turn = (wanted: boolean) => {
    const isStored = switchReports(wanted)
    setBlocked(!isStored)
    if (isStored) setOn(wanted)
  }
  return (
    <Section title="Errors of the app">
      <Switch
        label="Report errors to the shop’s admins"
        description={REPORTED_FACTS}
        error={isBlocked ? <span role="alert">The browser does not store this choice.</span> : undefined}
        checked={isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </Section>
  )
}
