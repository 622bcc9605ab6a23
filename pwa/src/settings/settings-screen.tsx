import { Skeleton } from '@mantine/core'
import { SHOP_SETTINGS_ID, settings } from '@shop/shared/settings/schema.ts'
import type { ReactNode } from 'react'
import { useLive } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { Page } from '../ui/page.tsx'
import { useLoad } from '../ui/use-load.tsx'
import { ChangesSection } from './changes-section.tsx'
import { SettingsForm } from './settings-form.tsx'

/** `/settings`: how the shop reckons, and who changed it. */
export function SettingsScreen({ notifications }: { readonly notifications: ReactNode }) {
  const banner = useBanner()
  const current = useLive((view) => view.get(settings, SHOP_SETTINGS_ID), [])
  const { failure } = useLoad('data', current === undefined)
  return (
    <Page title="Settings" subtitle="How this shop reckons. A sale keeps the values it was made with." layout="narrow">
      <Banner {...banner.props} />
      {/* before the first sync nobody knows what would be changed */}
      {current ? (
        <SettingsForm current={current} onMessage={banner.show} />
      ) : (
        (failure ?? <Skeleton height={480} role="status" aria-label="Loading" />)
      )}
      {notifications}
      <ChangesSection />
    </Page>
  )
}
