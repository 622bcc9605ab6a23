import { NoticeTroubles } from '../notifications/notice-troubles.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'

/** `/settings`, with the undelivered notifications of the channels that are configured there. */
export default function SettingsPage() {
  return <SettingsScreen notifications={<NoticeTroubles />} />
}
