import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useBrand } from '../ui/brand.ts'

type Props = { readonly children: string; readonly variant?: 'filled' | 'default'; readonly fullWidth?: boolean }

/** The way to where a membership is bought: another site, in another tab. Nothing where the shop names none. */
export function SubscribeButton({ children, variant = 'filled', fullWidth = false }: Props) {
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
