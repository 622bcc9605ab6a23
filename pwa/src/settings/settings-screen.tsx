import { Button, Skeleton } from '@mantine/core'
import { SHOP_SETTINGS_ID, type ShopSettings, settings } from '@shop/shared/settings/schema.ts'
import type { ReactNode } from 'react'
import { useLive } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { Page } from '../ui/page.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { ChangesSection } from './changes-section.tsx'
import classes from './settings.module.css'
import { AnalyticsSection, DiscordSection, MarketplaceSection, SalesSection, ShopSection } from './settings-sections.tsx'
import { useSettingsForm } from './use-settings-form.ts'

type Props = { readonly addresses: ReactNode; readonly security: ReactNode; readonly notifications: ReactNode; readonly faults: ReactNode }

/** `/settings`: the shop's settings and their history. */
export function SettingsScreen({ addresses, security, notifications, faults }: Props) {
  const banner = useBanner()
  const current = useLive((view) => view.get(settings, SHOP_SETTINGS_ID), [])
  const { failure } = useLoad('data', current === undefined)
  return (
    <Page title="Settings" subtitle="How this shop reckons. A sale keeps the values it was made with." layout="narrow">
      <Banner {...banner.props} />
      {/* before the first sync there are no settings to change */}
      {current ? (
        <SettingsForm current={current} onMessage={banner.show} />
      ) : (
        (failure ?? <Skeleton height={480} role="status" aria-label="Loading" />)
      )}
      {addresses}
      {security}
      {notifications}
      {faults}
      <ChangesSection />
    </Page>
  )
}

type FormProps = { readonly current: ShopSettings; readonly onMessage: (text: string) => void }

function SettingsForm({ current, onMessage }: FormProps) {
  const { form, element, isDirty, busy, save, discard } = useSettingsForm(current, onMessage)
  return (
    <form ref={element} onSubmit={save} noValidate className={classes.form}>
      <ShopSection form={form} />
      <SalesSection form={form} />
      <MarketplaceSection form={form} />
      <DiscordSection form={form} />
      <AnalyticsSection form={form} />
      <div className={classes.save} data-bottom-bar data-dirty={isDirty || undefined}>
        <Button type="submit" loading={busy} disabled={!isDirty}>
          Save changes
        </Button>
        {isDirty && (
          <Button variant="default" disabled={busy} onClick={discard}>
            Discard
          </Button>
        )}
      </div>
    </form>
  )
}
