import { NoticeTroubles } from '../notifications/notice-troubles.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'

/** `/settings`, with what became of the notifications whose channels are set there. */
export default function SettingsPage() {
  return <SettingsScreen notifications={<NoticeTroubles />} />
}
