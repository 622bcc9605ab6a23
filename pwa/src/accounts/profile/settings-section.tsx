import { Switch } from '@mantine/core'
import { editProfile, type ProfileChanges } from '@shop/shared/accounts/commands/edit-profile.ts'
import type { User } from '@shop/shared/accounts/schema.ts'
import type { ReactNode } from 'react'
import { useRunCommand } from '../../sync/api.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { Section } from '../../ui/page.tsx'
import { useThemeChoice } from '../../ui/use-theme-choice.ts'
import type { SignInWays } from '../use-sign-in-ways.ts'
import classes from './profile.module.css'

type Props = {
  readonly user: User
  readonly ways: SignInWays
  readonly onMessage: (text: string) => void
  /** The switch for notifications on this device. */
  readonly deviceNotifications: ReactNode
}

/** Switches for the person's notifications, and for the theme on this device. */
export function SettingsSection({ user, ways, onMessage, deviceNotifications }: Props) {
  const run = useRunCommand()
  const { isDark, setDark } = useThemeChoice()

  const setNotifications = async (changes: Pick<ProfileChanges, 'discordNotificationsEnabled' | 'emailNotificationsEnabled'>) => {
    try {
      await run(editProfile, { uid: user.id, changes })
    } catch (thrown) {
      onMessage(errorMessage('Error updating notifications: ', thrown))
    }
  }
  return (
    <Section title="Settings">
      <div className={classes.switches}>
        <Switch
          label="Discord notifications"
          description="Messages when something of yours is sold or paid out"
          checked={user.discordNotificationsEnabled}
          onChange={(event) => void setNotifications({ discordNotificationsEnabled: event.currentTarget.checked })}
        />
        <Switch
          label="E-mail notifications"
          description={`The same by e-mail, to ${user.email}.${ways.mail ? '' : ' This shop has no mail server yet: its mails wait with its administrator.'}`}
          checked={user.emailNotificationsEnabled}
          onChange={(event) => void setNotifications({ emailNotificationsEnabled: event.currentTarget.checked })}
        />
        {deviceNotifications}
        <Switch
          label="Dark theme"
          description="On this device"
          checked={isDark}
          onChange={(event) => setDark(event.currentTarget.checked)}
        />
      </div>
    </Section>
  )
}
