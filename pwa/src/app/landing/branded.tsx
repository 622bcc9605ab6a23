import type { PageBrand } from '@shop/shared/brands/schema.ts'
import type { ReactNode } from 'react'

type Name = Exclude<keyof PageBrand, 'exchange' | 'id'> | 'origin'

/** Returns a placeholder, which the server replaces by a value of the brand of the requested host. The build renders one page for all brands
 *  (`brandedLanding` in shared). */
export const brandText = (name: Name): string => `[[${name}]]`

type Props = { readonly name: 'membership' | 'contact' | 'chatInvite' | 'checkout' | 'postalLabels'; readonly children: ReactNode }

/** Renders only for brands that have this value, or for shops that have postal labels to take. */
export function IfBrandHas({ name, children }: Props) {
  return (
    <>
      {`[[if ${name}]]`}
      {children}
      {`[[/if ${name}]]`}
    </>
  )
}

/** Renders only for brands that lack this value. */
export function IfBrandLacks({ name, children }: Props) {
  return (
    <>
      {`[[unless ${name}]]`}
      {children}
      {`[[/unless ${name}]]`}
    </>
  )
}
