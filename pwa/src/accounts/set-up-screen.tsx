import { Button, TextInput } from '@mantine/core'
import { getSetUpCall, setUpShopCall } from '@shop/shared/accounts/calls/sign-in.ts'
import { displayNameSchema, emailSchema, newPasswordSchema, setUpCodeSchema } from '@shop/shared/accounts/rules.ts'
import { shopSettingsSchema } from '@shop/shared/settings/schema.ts'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useCall, useSession } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { sentenceOf } from '../ui/error-message.ts'
import { browserTimeZone } from '../ui/moments.ts'
import { navigate } from '../ui/router.tsx'
import { TimeZoneSelect } from '../ui/time-zone-select.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useShopForm } from '../ui/use-shop-form.ts'
import { useTitle } from '../ui/use-title.ts'
import { NewPasswordField } from './password-fields.tsx'
import classes from './sign-in.module.css'

const schema = z.object({
  shopName: shopSettingsSchema.shape.shopName,
  displayName: displayNameSchema,
  email: emailSchema,
  password: newPasswordSchema,
  timeZone: shopSettingsSchema.shape.timeZone,
  code: setUpCodeSchema,
})

/** The first visit to a new shop, which creates its first admin. */
export default function SetUpScreen() {
  const call = useCall()
  const { signInBy } = useSession()
  const { props: banner, fail } = useBanner()
  const { busy, run } = useBusy()
  const { form, element, submit, refused } = useShopForm({
    initialValues: { shopName: '', displayName: '', email: '', password: '', timeZone: browserTimeZone(), code: '' },
    schema,
    onChange: banner.onClear,
  })
  useTitle('Set up your shop')
  const needsCode = useNeedsCode()

  const send = submit((values) =>
    run(async () => {
      banner.onClear()
      try {
        await signInBy(() => call(setUpShopCall, { body: schema.parse(values) }))
        navigate('/admin', { replace: true })
      } catch (thrown) {
        fail(thrown instanceof Error && 'code' in thrown ? refused(thrown) : sentenceOf(thrown))
      }
    }),
  )
  return (
    <EntryPage title="Set up your shop" subtitle="You will be its first administrator. All of this can be changed later.">
      <form ref={element} className={classes.form} onSubmit={send} noValidate>
        <Banner {...banner} inline />
        <TextInput
          label="Shop name"
          description="Optional, on receipts and at the top of the app"
          {...form.getInputProps('shopName')}
          autoFocus
        />
        <TextInput label="Your name" autoComplete="name" {...form.getInputProps('displayName')} />
        <TextInput label="E-mail" type="email" inputMode="email" autoComplete="username" {...form.getInputProps('email')} />
        <NewPasswordField label="Password" {...form.getInputProps('password')} />
        <TimeZoneSelect
          label="Time zone"
          description="Decides what ‘today’ is"
          {...form.getInputProps('timeZone')}
          value={form.values.timeZone}
        />
        {(needsCode || form.errors.code) && (
          <TextInput
            label="Set-up code"
            description="The server shows it where it was started, beside its address"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
        )}
        <Button type="submit" fullWidth loading={busy} loaderProps={{ children: 'Setting up...' }} aria-busy={busy}>
          Open the shop
        </Button>
      </form>
    </EntryPage>
  )
}

/** True when the shop asks this device for the set-up code. Leaves the screen when the shop already has an admin. */
function useNeedsCode(): boolean {
  const call = useCall()
  const [needsCode, setNeedsCode] = useState(false)
  useEffect(() => {
    call(getSetUpCall, {})
      .then((setUp) => {
        setNeedsCode(setUp.needsCode)
        if (!setUp.needed) navigate('/login', { replace: true })
      })
      .catch(() => undefined)
  }, [call])
  return needsCode
}
