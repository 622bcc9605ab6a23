import { SegmentedControl, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Section } from '../ui/page.tsx'
import { TimeZoneSelect } from '../ui/time-zone-select.tsx'
import classes from './settings.module.css'
import type { SettingsValues } from './settings-form-values.ts'

type Props = { readonly form: UseFormReturnType<SettingsValues> }

const PAYERS = [
  { value: 'seller', label: 'Seller' },
  { value: 'buyer', label: 'Buyer' },
]

export function ShopSection({ form }: Props) {
  return (
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
  )
}

export function SalesSection({ form }: Props) {
  return (
    <Section title="Sales">
      <div className={classes.pair}>
        <PercentInput label="Sales tax rate" description="Included in prices" {...form.getInputProps('taxRateBps')} />
        <PercentInput label="Default consignor share" description="Of the pre-tax price" {...form.getInputProps('defaultSplitPercent')} />
      </div>
      <TextInput
        label="Days to return goods"
        description="Later returns are possible, too; the till says that they are late"
        inputMode="numeric"
        className={classes.short}
        {...form.getInputProps('returnWindowDays')}
      />
    </Section>
  )
}

export function MarketplaceSection({ form }: Props) {
  return (
    <Section title="Marketplace">
      <div className={classes.pair}>
        <PercentInput label="Commission" description="Of the item cost" {...form.getInputProps('commissionBps')} />
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
          data={PAYERS}
          value={form.values.commissionPaidBy}
          onChange={(value) => form.setFieldValue('commissionPaidBy', value === 'buyer' ? 'buyer' : 'seller')}
        />
      </fieldset>
    </Section>
  )
}

export function DiscordSection({ form }: Props) {
  return (
    <Section
      title="Discord"
      description="Channels that hear what happens in the shop. The bot of the shop has to be in their server. Names of people are never written there."
    >
      <TextInput
        label="Channels for sales"
        description="IDs with a space between, as Discord’s Copy Channel ID gives them in Developer Mode; empty for none"
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
  )
}

export function AnalyticsSection({ form }: Props) {
  return (
    <Section title="Visitor analytics">
      <Switch
        label="Count visits of admins"
        description="Off, the figures are those of visitors and consignors alone"
        {...form.getInputProps('countAdminVisits', { type: 'checkbox' })}
      />
    </Section>
  )
}

function PercentInput(props: TextInputProps) {
  return <TextInput inputMode="decimal" rightSection={<span className={classes.unit}>%</span>} {...props} />
}
