import { IconLifebuoy, IconMessages } from '@tabler/icons-react'
import { ActionMenuAnchor } from '../ui/action-menu.tsx'
import { useBrand } from '../ui/brand.ts'

export function HelpItems() {
  const { contact, chatInvite } = useBrand()
  return (
    <>
      {contact !== '' && (
        <ActionMenuAnchor icon={<IconLifebuoy />} href={`mailto:${contact}`}>
          Support
        </ActionMenuAnchor>
      )}
      {chatInvite !== '' && (
        <ActionMenuAnchor icon={<IconMessages />} href={chatInvite}>
          Chat community
        </ActionMenuAnchor>
      )}
    </>
  )
}
