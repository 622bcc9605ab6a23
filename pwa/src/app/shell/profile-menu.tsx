import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceTabletDown, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { HelpItems } from '../../brands/help-items.tsx'
import { useSession } from '../../sync/api.ts'
import { ActionMenu, ActionMenuItem, ActionMenuNote } from '../../ui/action-menu.tsx'
import { CANVAS_COLORS } from '../../ui/theme.ts'
import { useInstall } from '../install-offer.ts'
import classes from './profile-menu.module.css'

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'))

const initialsOf = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .slice(0, 2)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join('')

/** Who is signed in, the theme, installing, and the way out (spec §2 Profile menu). */
export function ProfileMenu({ look }: { readonly look: 'row' | 'avatar' }) {
  const { user, signOut } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { install, isInstalled } = useInstall()
  const [unsynced, setUnsynced] = useState<number | null>(null)
  if (!user) return null
  const name = user.displayName || user.username || user.email
  const isDark = colorScheme === 'dark'
  const toggleTheme = () => {
    const next = isDark ? 'light' : 'dark'
    setColorScheme(next)
    // the browser's own frame goes along
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', CANVAS_COLORS[next])
  }
  const leave = async () => {
    const outcome = await signOut()
    if (!outcome.done) setUnsynced(outcome.unsynced)
  }
  return (
    <>
      <ActionMenu
        label={`Profile menu of ${name}`}
        side="above-start"
        targetClassName={`${classes.target} ${look === 'row' ? classes.row : classes.round}`}
        target={
          <>
            <span className={classes.avatar} aria-hidden="true">
              {initialsOf(name)}
            </span>
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
        <ActionMenuItem icon={isDark ? <IconSun /> : <IconMoon />} onClick={toggleTheme}>
          {isDark ? 'Light theme' : 'Dark theme'}
        </ActionMenuItem>
        {install && !isInstalled && (
          <ActionMenuItem icon={<IconDeviceTabletDown />} onClick={install}>
            Install this app
          </ActionMenuItem>
        )}
        <HelpItems />
        <ActionMenuItem icon={<IconLogout />} onClick={() => void leave()}>
          Sign Out
        </ActionMenuItem>
      </ActionMenu>
      {unsynced !== null && (
        <Suspense fallback={null}>
          <SignOutDialog unsynced={unsynced} onClose={() => setUnsynced(null)} />
        </Suspense>
      )}
    </>
  )
}
