import type { Locator } from 'playwright-core'

/** Opens the menu of a row of the inventory. */
export async function openRowMenu(row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: 'More actions' }).click()
  return row.getByRole('menu')
}

/** Chooses an action that is in the menu of a row of the inventory. */
export async function chooseInRow(row: Locator, action: string): Promise<void> {
  const menu = await openRowMenu(row)
  await menu.getByRole('menuitem', { name: action, exact: true }).click()
}
