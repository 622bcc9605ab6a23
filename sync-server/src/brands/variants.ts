import type { Brand } from '@shop/shared/brands/schema.ts'
import type { Hono } from 'hono'
import type { Platform } from '../platform/platform.ts'
import { Admission } from './admission.ts'
import { Brands } from './brands.ts'
import { Memberships } from './memberships.ts'
import { membershipWebhook } from './webhook.ts'
import { type WhopAccess, whopProvider } from './whop.ts'

export type VariantsParts = {
  readonly brands: readonly Brand[]
  readonly exchangeDomain: string | undefined
  /** The provider of memberships. Without it every user counts as a member. */
  readonly whop: WhopAccess | undefined
  readonly webhookSecret: string | undefined
}

/** The variants of the product: their look, and the decision who may use them. */
export type Variants = {
  readonly brands: Brands
  readonly admission: Admission
  /** The routes for the path /api/membership. */
  readonly webhook: Hono
}

export function openVariants(platform: Platform, { brands: list, exchangeDomain, whop, webhookSecret }: VariantsParts): Variants {
  const brands = new Brands(list, exchangeDomain)
  const memberships = whop && new Memberships(platform, whopProvider(whop))
  return {
    brands,
    admission: new Admission(platform, brands, memberships),
    webhook: membershipWebhook(platform, { memberships, secret: webhookSecret }),
  }
}
