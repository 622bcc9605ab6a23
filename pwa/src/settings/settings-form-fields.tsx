import { Button, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core'
import { changeSettings } from '@shop/shared/settings/commands.ts'
import type { ShopSettings } from '@shop/shared/settings/schema.ts'
import { useEffect, useMemo, useState } from 'react'
import { useRunCommand } from '../sync/api.ts'
import { Section } from '../ui/page.tsx'
import { TimeZoneSelect } from '../ui/time-zone-select.tsx'
import { showUndo } from '../ui/undo-toast.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import classes from './settings.module.css'
import { changesOf, type SettingsValues, settingsFormSchema, valuesOf } from './settings-form.ts'

type Props = { readonly current: ShopSettings; readonly onMessage: (text: string) => void }

const CHANNELS_HELP = 'IDs with a space between, as Discord’s Copy Channel ID gives them in Developer Mode; empty for none'

/** The settings; saving sends what was changed and nothing else. */
export function SettingsForm({ current, onMessage }: Props) {
  const runCommand = useRunCommand()
  const { busy, run } = useBusy()
  const shown = useMemo(() => valuesOf(current), [current])
  const [started, setStarted] = useState<SettingsValues>(shown)
  const { form, element, submit, refused } = useShopForm({ initialValues: started, schema: settingsFormSchema })
  const isDirty = Object.keys(started).some((key) => form.values[key as keyof SettingsValues] !== started[key as keyof SettingsValues])

  const startFrom = (values: SettingsValues) => {
    setStarted(values)
    form.setValues(values)
    form.clearErrors()
  }
  // a form nobody touches follows what other admins save
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the settings change
  useEffect(() => {
    if (!isDirty) startFrom(shown)
  }, [shown])

  const save = submit((values) =>
    run(async () => {
      const changes = changesOf(started, values)
      try {
        if (Object.keys(changes).length > 0) await runCommand(changeSettings, { changes })
        startFrom(valuesOf({ ...current, ...changes }))
        onMessage('Settings saved')
      } catch (thrown) {
        onMessage(`Error: ${refused(thrown)}`)
      }
    }),
  )
  const discard = () => {
    // no more than was typed: what another admin saved meanwhile is not undone with it
    const typed = Object.fromEntries(
      Object.entries(form.values).filter(([field, value]) => value !== started[field as keyof SettingsValues]),
    )
    startFrom(shown)
    showUndo('Changes discarded', () => form.setValues(typed))
  }
  const percent = <span className={classes.unit}>%</span>
  return (
    <form ref={element} onSubmit={save} noValidate className={classes.form}>
      <Section title="Shop">
        <TextInput label="Shop name" description="On receipts and at the top of the app" {...form.getInputProps('shopName')} />
        <Textarea
          label="Shop address"
          description="Where consignors send their boxes: printed on their labels"
          autosize
          minRows={3}
          maxRows={6}
          {...form.getInputProps('shopAddress')}
        />
        <TextInput
          label="Venmo name"
          description="Whom consignors’ Venmo charges go to; leave it empty to let them choose"
          autoCapitalize="none"
          {...form.getInputProps('shopVenmo')}
        />
        <TimeZoneSelect
          label="Time zone"
          description="Decides what ‘today’ is"
          {...form.getInputProps('timeZone')}
          value={form.values.timeZone}
        />
        <TextInput
          label="Days offline"
          description="How long a signed-in device opens and works without reaching the server"
          inputMode="numeric"
          className={classes.short}
          {...form.getInputProps('offlineDays')}
        />
      </Section>
      <Section title="Sales">
        <div className={classes.pair}>
          <TextInput
            label="Sales tax rate"
            description="Included in prices"
            inputMode="decimal"
            rightSection={percent}
            {...form.getInputProps('taxRateBps')}
          />
          <TextInput
            label="Default consignor share"
            description="Of the pre-tax price"
            inputMode="decimal"
            rightSection={percent}
            {...form.getInputProps('defaultSplitPercent')}
          />
        </div>
      </Section>
      <Section title="Marketplace">
        <div className={classes.pair}>
          <TextInput
            label="Commission"
            description="Of the item cost"
            inputMode="decimal"
            rightSection={percent}
            {...form.getInputProps('commissionBps')}
          />
          <TextInput
            label="Trade shipping"
            description="Of one trade"
            inputMode="decimal"
            leftSection={<span className={classes.unit}>$</span>}
            {...form.getInputProps('tradeShippingCents')}
          />
        </div>
        <fieldset className={classes.choice}>
          <legend className={classes.legend}>Commission is paid by</legend>
          <SegmentedControl
            aria-label="Commission is paid by"
            data={[
              { value: 'seller', label: 'Seller' },
              { value: 'buyer', label: 'Buyer' },
            ]}
            value={form.values.commissionPaidBy}
            onChange={(value) => form.setFieldValue('commissionPaidBy', value === 'buyer' ? 'buyer' : 'seller')}
          />
        </fieldset>
      </Section>
      <Section
        title="Discord"
        description="Channels that hear what happens in the shop. The bot of the shop has to be in their server. Names of people are never written there."
      >
        <TextInput
          label="Channels for sales"
          description={CHANNELS_HELP}
          autoComplete="off"
          {...form.getInputProps('discordSalesChannels')}
        />
        <TextInput
          label="Channels for payouts"
          description="Payouts asked for and paid; for the eyes of admins"
          autoComplete="off"
          {...form.getInputProps('discordPayoutChannels')}
        />
      </Section>
      <Section title="Visitor analytics">
        <Switch
          label="Count visits of admins"
          description="Off, the figures are those of visitors and consignors alone"
          {...form.getInputProps('countAdminVisits', { type: 'checkbox' })}
        />
      </Section>
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
