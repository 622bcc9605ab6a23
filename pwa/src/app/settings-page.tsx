import { HostsCard } from '../accounts/hosts-card.tsx'
import { DemandSection } from '../accounts/security/demand-section.tsx'
import { SignUpSection } from '../accounts/security/sign-up-section.tsx'
import { FaultsSection } from '../faults/faults-section.tsx'
import { NoticeTroubles } from '../notifications/notice-troubles.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'

/** `/settings`, with the addresses of the shop, the undelivered notifications, the reported errors, and the rules for new accounts and second steps. */
export default function SettingsPage() {
  return (
    <SettingsScreen
      addresses={<HostsCard />}
      notifications={<NoticeTroubles />}
      faults={<FaultsSection />}
      security={
        <>
          <SignUpSection />
          <DemandSection />
        </>
      }
    />
  )
}
