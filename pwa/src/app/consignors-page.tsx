import { ConsignorsScreen } from '../accounts/administration/consignors-screen.tsx'
import { SignOutButton } from './shell/sign-out-button.tsx'

/** `/consignors`, with the way out that spec §2 puts beside its title. */
export default function ConsignorsPage() {
  return <ConsignorsScreen signOutButton={<SignOutButton />} />
}
