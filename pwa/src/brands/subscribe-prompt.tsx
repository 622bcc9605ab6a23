import { Button } from '@mantine/core'
import { MEMBERSHIP_DOLLARS } from '@shop/shared/brands/page-brand.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useBrand } from '../ui/brand.ts'
import classes from './brands.module.css'

/** Beside the sign-in of the paid variant; nothing on others. */
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

type ButtonProps = { readonly children: string; readonly variant?: 'filled' | 'default'; readonly fullWidth?: boolean }

/** Leads to the checkout of a membership, in another tab. Nothing where the shop names none. */
export function SubscribeButton({ children, variant = 'filled', fullWidth = false }: ButtonProps) {
  const { checkout } = useBrand()
  if (checkout === '') return null
  return (
    <Button
      component="a"
      href={checkout}
      target="_blank"
      rel="noopener noreferrer"
      variant={variant}
      fullWidth={fullWidth}
      rightSection={<IconExternalLink size={18} aria-hidden="true" />}
    >
      {children}
    </Button>
  )
}
