import type { PageBrand } from '@shop/shared/brands/schema.ts'
import type { ReactNode } from 'react'

type Name = Exclude<keyof PageBrand, 'exchange' | 'id'> | 'origin'

/** Where the server writes what the brand of the host has: the page is drawn once, when the app is built, for all brands (brandedLanding in shared). */
export const brandText = (name: Name): string => `[[${name}]]`

type Props = { readonly name: 'membership' | 'contact' | 'chatInvite' | 'checkout'; readonly children: ReactNode }

/** Stands in the page of those brands that have this. */
export function IfBrandHas({ name, children }: Props) {
  return (
    <>
      {`[[if ${name}]]`}
      {children}
      {`[[/if ${name}]]`}
    </>
  )
}

/** Stands in the page of those brands that have it not. */
export function IfBrandLacks({ name, children }: Props) {
  return (
    <>
      {`[[unless ${name}]]`}
      {children}
      {`[[/unless ${name}]]`}
    </>
  )
}
