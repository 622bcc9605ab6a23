import { ProfileScreen } from '../accounts/profile/profile-screen.tsx'
import { DeviceSwitch } from '../notifications/device-switch.tsx'

/** `/profile`, with the notification switch of this device among the settings. */
export default function ProfilePage() {
  return <ProfileScreen deviceNotifications={<DeviceSwitch />} />
}
