import { nameOf } from '@shop/shared/accounts/schema.ts'
import { ConsignorsScreen } from '../accounts/administration/consignors-screen.tsx'
import { HistoryView } from '../sales/history-view.tsx'
import { SignOutButton } from './shell/sign-out-button.tsx'

/** `/consignors`, with the way out that spec §2 puts beside its title, and each person's history. */
export default function ConsignorsPage() {
  return (
    <ConsignorsScreen signOutButton={<SignOutButton />} history={(user) => <HistoryView uid={user.id} name={nameOf(user)} canEdit />} />
  )
}
