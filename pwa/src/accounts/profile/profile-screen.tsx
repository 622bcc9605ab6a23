import { Skeleton } from '@mantine/core'
import { users } from '@shop/shared/accounts/schema.ts'
import type { ReactNode } from 'react'
import { useLive, useSession } from '../../sync/api.ts'
import { Banner, useBanner } from '../../ui/banner.tsx'
import { Page } from '../../ui/page.tsx'
import { useLoad } from '../../ui/use-load.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { SecuritySection } from '../security/security-section.tsx'
import { SessionsCard } from '../sessions-card.tsx'
import { useSignInWays } from '../use-sign-in-ways.ts'
import { AccountSection, PictureSection } from './account-section.tsx'
import { AddressesSection } from './addresses-section.tsx'
import { ChatSection } from './chat-section.tsx'
import { DataSection } from './data-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SignInsSection } from './sign-ins-section.tsx'

/** `/profile`: a person's own data and settings. Parts that need no immediate answer of the server are editable offline. */
export function ProfileScreen({ deviceNotifications }: { readonly deviceNotifications: ReactNode }) {
  const { user } = useSession()
  return user ? <Profile uid={user.uid} deviceNotifications={deviceNotifications} /> : null
}

function Profile({ uid, deviceNotifications }: { readonly uid: string; readonly deviceNotifications: ReactNode }) {
  useTitle('Profile')
  const banner = useBanner()
  const user = useLive((view) => view.get(users, uid), [uid])
  const { failure } = useLoad('data', user === undefined)
  const ways = useSignInWays()
  return (
    <Page title="Profile" layout="narrow">
      <Banner {...banner.props} />
      {user ? (
        <>
          <PictureSection user={user} onMessage={banner.show} />
          <AccountSection user={user} onMessage={banner.show} />
          <SettingsSection user={user} ways={ways} onMessage={banner.show} deviceNotifications={deviceNotifications} />
          <AddressesSection uid={uid} onMessage={banner.show} />
          <ChatSection user={user} ways={ways} onMessage={banner.show} />
          <SecuritySection user={user} onMessage={banner.show} />
          <SessionsCard />
          <SignInsSection />
          <DataSection user={user} onMessage={banner.show} />
        </>
      ) : (
        // before the first sync there is no profile to edit
        (failure ?? <Skeleton height={480} role="status" aria-label="Loading..." />)
      )}
    </Page>
  )
}
