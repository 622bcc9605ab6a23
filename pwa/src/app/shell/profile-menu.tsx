import { users } from '@shop/shared/accounts/schema.ts'
import { IconCloudOff, IconDeviceTabletDown, IconLogout, IconMoon, IconSearch, IconSun, IconUserCircle } from '@tabler/icons-react'
import { HelpItems } from '../../brands/help-items.tsx'
import { useLive, useSession } from '../../sync/api.ts'
import { ActionMenu, ActionMenuItem, ActionMenuLink, ActionMenuNote } from '../../ui/action-menu.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useThemeChoice } from '../../ui/use-theme-choice.ts'
import { openFind } from '../find/open-find.ts'
import { useInstall } from '../install-offer.ts'
import classes from './profile-menu.module.css'
import { useSignOut } from './sign-out.tsx'

export function ProfileMenu({ look }: { readonly look: 'row' | 'avatar' }) {
  const { user } = useSession()
  const profile = useLive((view) => (user ? view.get(users, user.uid) : undefined), [user?.uid])
  const { isDark, setDark } = useThemeChoice()
  const { install, isInstalled } = useInstall()
  const { leave, question } = useSignOut()
  if (!user) return null
  const { displayName, username, email } = profile ?? user
  const name = displayName || username || email
  return (
    <>
      <ActionMenu
        label={`Profile menu of ${name}`}
        align="start"
        targetClassName={`${classes.target} ${look === 'row' ? classes.row : classes.round}`}
        target={
          <>
            <Avatar name={name} photoUrl={profile?.photoUrl ?? ''} />
            {look === 'row' && (
              <span className={classes.who}>
                <span className={classes.name}>{name}</span>
                <span className={classes.role}>{user.role === 'admin' ? 'Administrator' : 'User'}</span>
              </span>
            )}
          </>
        }
      >
        <ActionMenuNote>{user.email}</ActionMenuNote>
        <ActionMenuLink icon={<IconUserCircle />} to="/profile">
          Profile
        </ActionMenuLink>
        <ActionMenuItem icon={<IconSearch />} onClick={openFind}>
          Find
        </ActionMenuItem>
        <ActionMenuItem icon={isDark ? <IconSun /> : <IconMoon />} onClick={() => setDark(!isDark)}>
          {isDark ? 'Light theme' : 'Dark theme'}
        </ActionMenuItem>
        {install && !isInstalled && (
          <ActionMenuItem icon={<IconDeviceTabletDown />} onClick={install}>
            Install this app
          </ActionMenuItem>
        )}
        <ActionMenuLink icon={<IconCloudOff />} to="/help/offline">
          What works offline
        </ActionMenuLink>
        <HelpItems />
        <ActionMenuItem icon={<IconLogout />} onClick={() => void leave()}>
          Sign Out
        </ActionMenuItem>
      </ActionMenu>
      {question}
    </>
  )
}
