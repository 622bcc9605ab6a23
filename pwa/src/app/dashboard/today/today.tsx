import { Button } from '@mantine/core'
import { takingsOf } from '@shop/shared/pos/rules/takings.ts'
import { IconCashRegister } from '@tabler/icons-react'
import { useMemo } from 'react'
import { usePosFacts } from '../../../pos/queries.ts'
import { Page } from '../../../ui/page.tsx'
import { Link } from '../../../ui/router.tsx'
import { useLoad } from '../../../ui/use-load.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { useShopSettings } from '../../../ui/use-shop-settings.ts'
import { DashboardTabs } from '../dashboard-tabs.tsx'
import { useHasRows } from '../use-own-rows.ts'
import { DaySection } from './day-section.tsx'
import { FiguresSection } from './figures-section.tsx'
import { TillsSection } from './tills-section.tsx'
import classes from './today.module.css'
import { WorkSection } from './work-section.tsx'

/** The shop's day: takings, what waits for somebody, and the tills. All of it comes from this device, so that it shows offline too. */
export function Today() {
  const nowMs = useMinute()
  const { timeZone } = useShopSettings()
  const facts = usePosFacts()
  const takings = useMemo(() => takingsOf(facts), [facts])
  const hasRows = useHasRows()
  const isLoading = !hasRows && facts.sales.length === 0
  const { failure } = useLoad('data', facts.sales.length === 0)
  const date = useMemo(
    () => new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone }).format(nowMs),
    [nowMs, timeZone],
  )
  return (
    <Page
      title="Today"
      subtitle={date}
      actions={
        <>
          <Button variant="default" component={Link} to="/pos/sales">
            POS sales
          </Button>
          <Button component={Link} to="/pos" leftSection={<IconCashRegister size="1.25rem" />}>
            New sale
          </Button>
        </>
      }
    >
      <DashboardTabs shown="today" />
      {failure ?? (
        <>
          <FiguresSection takings={takings} nowMs={nowMs} timeZone={timeZone} isLoading={isLoading} />
          <div className={classes.halves}>
            <WorkSection nowMs={nowMs} isLoading={isLoading} />
            <TillsSection facts={facts} nowMs={nowMs} timeZone={timeZone} isLoading={isLoading} />
          </div>
          <DaySection takings={takings} nowMs={nowMs} timeZone={timeZone} isLoading={isLoading} />
        </>
      )}
    </Page>
  )
}
