import { Switch } from '@mantine/core'
import { getFactorDemandCall, setFactorDemandCall } from '@shop/shared/accounts/calls/factor-demand.ts'
import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { counted } from '../../ui/counted.ts'
import { sentenceOf } from '../../ui/error-message.ts'
import { Section } from '../../ui/page.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import classes from '../profile/profile.module.css'

type Demand = OutputOf<typeof getFactorDemandCall>

/** Switches on and off the requirement that admins have a second step. The switch takes effect immediately; it does not wait for the form around
 *  it. */
export function DemandSection() {
  const call = useCall()
  const { online } = useSyncStatus()
  const { props: banner, show, fail } = useBanner()
  const { busy, run } = useBusy()
  const [demand, setDemand] = useState<Demand | null>(null)
  const load = useCallback(async () => {
    await call(getFactorDemandCall, {}).then(setDemand, (thrown: unknown) => fail(sentenceOf(thrown)))
  }, [call, fail])
  useEffect(() => {
    if (online) void load()
  }, [online, load])
  const change = (isDemanded: boolean) =>
    void run(async () => {
      try {
        await call(setFactorDemandCall, { body: { isDemanded } })
        show(isDemanded ? 'Admins need a second step from now on' : 'Admins need no second step any more')
      } catch (thrown) {
        fail(sentenceOf(thrown))
      }
      await load()
    })
  return (
    <Section title="Sign-in security">
      <Banner {...banner} inline />
      <Switch
        label="Admins need a second step"
        description="Without one, an admin still sells, but cannot correct balances, hand over accounts or change other people’s access."
        checked={demand?.isDemanded ?? false}
        disabled={!online || demand === null || busy || (!demand.isDemanded && !demand.hasRecoveryCodes)}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {!online && <p className={classes.note}>You are offline. This can be changed when the server is reached again.</p>}
      {demand && <p className={classes.note}>{noteOf(demand)}</p>}
    </Section>
  )
}

function noteOf({ isDemanded, hasRecoveryCodes, adminsWithout }: Demand): string {
  if (!isDemanded && !hasRecoveryCodes) return 'To switch this on, first set up your own second step with recovery codes, under Profile.'
  if (adminsWithout === 0) return 'Every admin has a second step.'
  return `${counted(adminsWithout, 'admin has', 'admins have')} no second step yet.`
}
