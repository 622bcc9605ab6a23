import { nameOf, type User } from '@shop/shared/accounts/schema.ts'
import { useSession } from '../../sync/api.ts'
import { Section } from '../../ui/page.tsx'
import { PersonalData } from '../privacy/personal-data.tsx'

export function DataSection({ user, onMessage }: { readonly user: User; readonly onMessage: (text: string) => void }) {
  const { refreshProfile } = useSession()
  return (
    <Section title="Your data" description="Everything the shop holds on you, as one file. You can also have it erased.">
      {/* the device's next request reveals that the account is gone, and the device then removes its data */}
      <PersonalData uid={user.id} name={nameOf(user)} isOwn onMessage={onMessage} onErased={() => void refreshProfile()} />
    </Section>
  )
}
