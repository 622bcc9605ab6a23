import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Signs a page's person in again after their session has ended: sync shows a link to the sign-in, and a call of the page leads there itself. */
export async function signInAgain(on: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const { pathname } = new URL(on.url())
  await on.reload()
  const link = on.getByRole('link', { name: 'Sign in', exact: true })
  const field = on.getByLabel('Password', { exact: true })
  const led = async () => {
    // the link disappears with its page if a call leads to the sign-in first
    if (await link.isVisible()) await link.click({ timeout: 2_000 }).catch(() => undefined)
    return field.isVisible()
  }
  await expect.poll(led, { timeout: 60_000 }).toBe(true)
  await on.getByLabel('E-mail', { exact: true }).fill(email)
  await field.fill(password)
  await on.getByRole('button', { name: /^sign in$/i }).click()
  await on.waitForURL(`**${pathname}`)
}
