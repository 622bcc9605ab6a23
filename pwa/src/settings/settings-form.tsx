import { Button } from '@mantine/core'
import type { ShopSettings } from '@shop/shared/settings/schema.ts'
import classes from './settings.module.css'
import { AnalyticsSection, DiscordSection, MarketplaceSection, SalesSection, ShopSection } from './settings-sections.tsx'
import { useSettingsForm } from './use-settings-form.ts'

type Props = { readonly current: ShopSettings; readonly onMessage: (text: string) => void }

/** All settings as one form. */
export function SettingsForm({ current, onMessage }: Props) {
  const { form, element, isDirty, busy, save, discard } = useSettingsForm(current, onMessage)
  return (
    <form ref={element} onSubmit={save} noValidate className={classes.form}>
      <ShopSection form={form} />
      <SalesSection form={form} />
      <MarketplaceSection form={form} />
      <DiscordSection form={form} />
      <AnalyticsSection form={form} />
      <div className={classes.save} data-dirty={isDirty || undefined}>
        <Button type="submit" loading={busy} disabled={!isDirty}>
          Save changes
        </Button>
        {isDirty && (
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
        )}
      </div>
    </form>
  )
}
