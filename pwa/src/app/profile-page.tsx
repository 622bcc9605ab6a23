import { ProfileScreen } from '../accounts/profile/profile-screen.tsx'
import { DeviceSwitch } from '../notifications/device-switch.tsx'

/** `/profile`, with the switch of this device's notifications among the settings. */
export default function ProfilePage() {
  return <ProfileScreen deviceNotifications={<DeviceSwitch />} />
}
