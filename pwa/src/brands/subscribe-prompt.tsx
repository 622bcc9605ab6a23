import { Button } from '@mantine/core'
import { MEMBERSHIP_DOLLARS } from '@shop/shared/brands/page-brand.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useBrand } from '../ui/brand.ts'
import classes from './brands.module.css'

/** Invites to subscribe on the sign-in page of the paid variant; renders nothing in other variants. */
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

/** Opens the membership checkout in another tab. Renders nothing if the shop has no checkout. */
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
