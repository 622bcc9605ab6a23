import { Switch } from '@mantine/core'
import { editProfile } from '@shop/shared/accounts/commands/edit-profile.ts'
import type { User } from '@shop/shared/accounts/schema.ts'
import { useRunCommand } from '../../sync/api.ts'
import { errorMessage } from '../../ui/error-message.ts'
import { Section } from '../../ui/page.tsx'
import { useThemeChoice } from '../../ui/use-theme-choice.ts'
import classes from './profile.module.css'

/** What the app may do for this person, and how it looks on this device. */
export function SettingsSection({ user, onMessage }: { readonly user: User; readonly onMessage: (text: string) => void }) {
  const run = useRunCommand()
  const { isDark, setDark } = useThemeChoice()

  const setNotifications = async (discordNotificationsEnabled: boolean) => {
    try {
      await run(editProfile, { uid: user.id, changes: { discordNotificationsEnabled } })
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
          onChange={(event) => void setNotifications(event.currentTarget.checked)}
        />
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
