import { MEMBERSHIP_DOLLARS } from '@shop/shared/brands/page-brand.ts'
import { useBrand } from '../ui/brand.ts'
import classes from './brands.module.css'
import { SubscribeButton } from './subscribe-button.tsx'

/** What the paid variant says beside its sign-in (spec §2 Login screen); nothing on others. */
export function SubscribePrompt() {
  const { membership, title } = useBrand()
  if (!membership) return null
  return (
    <aside className={classes.prompt} aria-label="Membership">
      <p>
        {title} is for members: ${MEMBERSHIP_DOLLARS} per month. Subscribe with the e-mail you sign in with.
      </p>
      <SubscribeButton variant="default">Subscribe</SubscribeButton>
    </aside>
  )
}
