import type { Locator, Page } from 'playwright-core'

/** Opens the menu of a row. */
export async function openRowMenu(row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: 'More actions' }).click()
  return row.getByRole('menu')
}

/** Chooses an action that is in the menu of a row. */
export async function chooseInRow(row: Locator, action: string | RegExp): Promise<void> {
  const menu = await openRowMenu(row)
  await menu.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Chooses from the menu *Add* of the inventory. */
export async function chooseToAdd(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}
