import type { Locator, Page } from 'playwright-core'

const PHONE = { width: 390, height: 844 }
const UPRIGHT = { width: 820, height: 1180 }

type Role = 'dialog' | 'menu' | 'listbox'

/** A window, menu or list of suggestions of the app, and the way a keyboard opens it in the demo shop. */
export type ShownWindow = {
  /** The file under pwa/src that opens the window. */
  readonly of: string
  readonly at: string
  readonly name: string | RegExp
  readonly role?: Role
  /** Control that opens the window by Enter, or a list of suggestions by Arrow Down. Without `returnsTo`, Esc gives the focus back to it. */
  readonly opener: (page: Page) => Locator
  /** Control that gets the focus back when the opener is gone. */
  readonly returnsTo?: (page: Page) => Locator
  readonly before?: (page: Page) => Promise<void>
  /** Text typed after the key that opens. */
  readonly typed?: string
  /** Window size, where space is short: a phone, a tablet in portrait. */
  readonly size?: { readonly width: number; readonly height: number }
}

const button = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
const press = (name: string | RegExp) => (page: Page) => button(name)(page).click()
const inWindow = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').filter({ visible: true }).getByRole('button', { name }).first()
const field = (name: string) => (page: Page) => page.getByRole('combobox', { name }).filter({ visible: true }).first()
const row = (name: string) => (page: Page) => page.locator(`[aria-label="${name}"] [data-row-index="0"]`)
/** Resolves once an open menu has the focus. A menu takes the focus a moment after it appears, even from an entry that was focused before. */
export const untilMenuHasFocus = (page: Page) => page.locator('[role="menuitem"]:focus').waitFor()
const item = (name: string) => (page: Page) => page.getByRole('menuitem', { name })

/** An action in the menu of the first row, or of the first item that is not the shop's. */
const inRowMenu = (name: string | RegExp, isOfConsignor = false) => {
  const more = (page: Page) =>
    isOfConsignor
      ? page.getByRole('row').filter({ hasNotText: 'Master' }).getByRole('button', { name: 'More actions' }).first()
      : button('More actions')(page)
  return {
    before: async (page: Page) => {
      await more(page).click()
      await untilMenuHasFocus(page)
    },
    opener: (page: Page) => page.getByRole('menu').filter({ visible: true }).getByRole('menuitem', { name, exact: true }),
    returnsTo: more,
  }
}

/** An entry of the menu *Add* of the inventory. */
const toAdd = (name: string) => ({
  before: async (page: Page) => {
    await press('Add')(page)
    await untilMenuHasFocus(page)
  },
  opener: item(name),
  returnsTo: button('Add'),
})

/** Opens a sheet of the menu *Add*. */
const openSheet = (name: string) => async (page: Page) => {
  await press('Add')(page)
  await item(name)(page).click()
}

/** Ticks the first row, and presses a button of the bar that then appears. */
const ofSelected = (name: string) => ({
  before: (page: Page) => page.getByRole('row').nth(1).getByRole('checkbox').check(),
  opener: (page: Page) => page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name, exact: true }),
})

const addToCart = async (page: Page) => {
  const search = page.getByRole('combobox', { name: 'Search items' })
  await search.fill('gumbo')
  await page.getByRole('option').first().click()
  await page.getByRole('list', { name: 'Cart' }).waitFor()
}
const showAllSales = async (page: Page) => {
  await page.getByLabel('Search').fill('gumbo')
  await page.getByLabel('From').fill('2020-01-01')
}
const firstSale = (page: Page) => page.getByRole('list', { name: 'Sales' }).getByRole('button').first()

/** Windows of an admin on a tablet. */
export const ADMIN_WINDOWS: readonly ShownWindow[] = [
  { of: 'app/shell/more-entries.tsx', at: '/sync', name: 'More', opener: button(/^More/) },
  { of: 'app/shell/profile-menu.tsx', at: '/sync', name: /^Profile menu of/, role: 'menu', opener: button(/^Profile menu of/) },
  {
    of: 'app/find/find-window.tsx',
    at: '/sync',
    name: 'Find',
    before: async (page) => {
      await button(/^Profile menu of/)(page).click()
      await untilMenuHasFocus(page)
    },
    opener: item('Find'),
    returnsTo: button(/^Profile menu of/),
  },
  { of: 'app/help/tour.tsx', at: '/help/offline', name: 'A short tour', opener: button('Take the tour') },

  {
    of: 'pos/find/search-bar.tsx',
    at: '/pos',
    name: 'More of the till',
    role: 'menu',
    opener: button('More of the till'),
    before: addToCart,
  },
  {
    of: 'pos/keys-help.tsx',
    at: '/pos',
    name: 'Keys of the till',
    before: async (page) => {
      await press('More of the till')(page)
      await untilMenuHasFocus(page)
    },
    opener: item('Keys'),
    returnsTo: button('More of the till'),
  },
  {
    of: 'pos/shift/shift-window.tsx',
    at: '/pos',
    name: 'Open a shift',
    before: async (page) => {
      await press('More of the till')(page)
      await untilMenuHasFocus(page)
    },
    opener: item('Shift'),
    returnsTo: button('More of the till'),
  },
  { of: 'pos/shift/shift-window.tsx', at: '/pos/sales', name: 'Shifts', opener: button('Shifts') },
  {
    of: 'pos/shift/open-form.tsx',
    at: '/pos/sales',
    name: 'Drawers',
    role: 'listbox',
    before: async (page) => {
      await press('Shifts')(page)
      await press('Open a shift')(page)
    },
    opener: field('Drawer'),
  },
  { of: 'pos/find/consignor-filter.tsx', at: '/pos', name: 'Consignors', role: 'listbox', opener: field('Consignor'), typed: 'may' },
  { of: 'pos/cart/cart-header.tsx', at: '/pos', name: 'Parked carts', opener: button(/^Parked carts/) },
  { of: 'pos/cart/cart-header.tsx', at: '/pos', name: 'Park this cart', opener: button('Park this cart'), before: addToCart },
  {
    of: 'pos/cart/discount-window.tsx',
    at: '/pos',
    name: /^Discount on (?!the whole)/,
    opener: button(/^Discount on (?!the whole)/),
    before: addToCart,
  },
  {
    of: 'pos/cart/discount-window.tsx',
    at: '/pos',
    name: 'Discount on the whole cart',
    opener: button('Discount on the whole cart'),
    before: addToCart,
  },
  { of: 'pos/history/sale-detail.tsx', at: '/pos/sales', name: /^Sale/, before: showAllSales, opener: firstSale },
  {
    of: 'pos/receipt/receipt-dialog.tsx',
    at: '/pos/sales',
    name: /^Receipt/,
    before: async (page) => {
      await showAllSales(page)
      await firstSale(page).click()
    },
    opener: inWindow('Show receipt'),
  },
  {
    of: 'pos/history/return-goods.tsx',
    at: '/pos/sales',
    name: /^Return goods/,
    before: async (page) => {
      await showAllSales(page)
      await firstSale(page).click()
    },
    opener: inWindow('Return goods…'),
  },

  { of: 'sales/recorded-sales-screen.tsx', at: '/pos/sales/recorded', name: 'Sale', opener: row('Recorded sales') },

  { of: 'inventory/inventory-dialogs.tsx', at: '/admin', name: 'Add to Master Inventory', ...toAdd('Add to Master Inventory') },
  { of: 'inventory/inventory-dialogs.tsx', at: '/admin', name: 'Add to Consignor Inventory', ...toAdd('Add to Consignor Inventory') },
  { of: 'inventory/inventory-dialogs.tsx', at: '/admin', name: 'Mass Input', ...toAdd('Mass Input') },
  { of: 'inventory/categories-sheet.tsx', at: '/admin', name: 'Categories', opener: button('Categories') },
  { of: 'inventory/inventory-dialogs.tsx', at: '/admin', name: 'Edit Item', opener: button('Edit') },
  { of: 'inventory/inventory-dialogs.tsx', at: '/admin', name: 'Record Sale', opener: button('Sold') },
  { of: 'inventory/inventory-dialogs.tsx', at: '/admin', name: 'Copy to Consignor', ...inRowMenu('Copy to Consignor', true) },
  { of: 'inventory/bulk/bulk-forms.tsx', at: '/admin', name: 'Price of 1 item', ...ofSelected('Price') },
  { of: 'inventory/bulk/bulk-forms.tsx', at: '/admin', name: 'Location of 1 item', ...ofSelected('Location') },
  { of: 'inventory/bulk/bulk-forms.tsx', at: '/admin', name: 'Category of 1 item', ...ofSelected('Category') },
  { of: 'inventory/bulk/use-bulk.tsx', at: '/admin', name: 'Delete 1 item?', ...ofSelected('Delete') },
  { of: 'inventory/use-delete-item.tsx', at: '/admin', name: 'Delete this item?', ...inRowMenu('Delete') },
  {
    of: 'inventory/consignor-field.tsx',
    at: '/admin',
    name: 'People',
    role: 'listbox',
    before: openSheet('Add to Consignor Inventory'),
    opener: (page) =>
      page
        .getByRole('dialog')
        .getByLabel(/Consignor/)
        .first(),
    typed: 'may',
  },
  {
    of: 'inventory/category-input.tsx',
    at: '/admin',
    name: 'Categories',
    role: 'listbox',
    before: openSheet('Add to Master Inventory'),
    opener: (page) => page.getByRole('dialog').getByRole('combobox', { name: 'Category', exact: true }),
    typed: 'toys',
  },
  { of: 'inventory/screen-actions.tsx', at: '/admin', name: 'Add', role: 'menu', opener: button('Add') },
  {
    of: 'inventory/screen-actions.tsx',
    at: '/admin',
    name: 'More',
    role: 'menu',
    opener: (page) => page.getByRole('main').getByRole('button', { name: 'More', exact: true }),
    size: PHONE,
  },
  { of: 'inventory/row-actions.tsx', at: '/admin', name: 'More actions', role: 'menu', opener: button('More actions'), size: UPRIGHT },
  { of: 'inventory/discrepancies/discrepancies-screen.tsx', at: '/discrepancies', name: 'Settle', opener: button('Settle') },
  {
    of: 'inventory/discrepancies/settle-form.tsx',
    at: '/discrepancies',
    name: /^Undo sale/,
    before: async (page) => {
      await press('Settle')(page)
      await page.getByRole('radio', { name: /Undo/ }).check()
    },
    opener: inWindow(/^Undo/),
  },

  {
    of: 'accounts/administration/person-actions.tsx',
    at: '/consignors',
    name: 'More actions',
    role: 'menu',
    opener: button('More actions'),
  },
  { of: 'accounts/administration/person-dialogs.tsx', at: '/consignors', name: 'Add Consignor', opener: button('Add Consignor') },
  { of: 'accounts/administration/person-dialogs.tsx', at: '/consignors', name: 'Invite', opener: button('Invite') },
  { of: 'accounts/administration/person-dialogs.tsx', at: '/consignors', name: 'Edit User', opener: button('Edit') },
  { of: 'accounts/administration/person-dialogs.tsx', at: '/consignors', name: 'Record Custom Sale', opener: button('Sale') },
  { of: 'accounts/administration/person-dialogs.tsx', at: '/consignors', name: /^Inventory of/, ...inRowMenu('Inventory') },
  { of: 'accounts/administration/person-dialogs.tsx', at: '/consignors', name: /^History of/, ...inRowMenu('History') },
  { of: 'accounts/administration/person-dialogs.tsx', at: '/consignors', name: /^Data of/, ...inRowMenu('Data') },
  { of: 'accounts/administration/person-questions.tsx', at: '/consignors', name: /^Delete /, ...inRowMenu('Delete') },
  {
    of: 'accounts/administration/person-questions.tsx',
    at: '/consignors',
    name: /^Migrate the inventory of/,
    ...inRowMenu('Migrate Inv'),
  },
  { of: 'accounts/administration/person-questions.tsx', at: '/consignors', name: /^Migrate .* to /, ...inRowMenu(/^→/) },
  {
    of: 'accounts/administration/person-questions.tsx',
    at: '/consignors',
    name: 'Migrate all users?',
    opener: button('Migrate All Users'),
  },
  {
    of: 'accounts/administration/migration-results.tsx',
    at: '/consignors',
    name: 'Migration Results',
    before: press('Migrate All Users'),
    opener: inWindow('Migrate all users'),
    returnsTo: button('Migrate All Users'),
  },

  { of: 'mail/compose-form.tsx', at: '/email-tool', name: 'Users', role: 'listbox', opener: field('Recipient'), typed: 'may' },
  {
    of: 'mail/mail-dialog.tsx',
    at: '/email-tool',
    name: 'Mail',
    before: async (page) => {
      await page.getByLabel('Custom e-mail address').fill('somebody@demo.example')
      await page.getByLabel('Subject').fill('Your goods')
      await page.getByLabel('Message').fill('They are here.')
      await press('Send Email')(page)
      await page.getByText('Email sent successfully!').waitFor()
      await page.goto(new URL('/email-tool?part=sent', page.url()).href)
    },
    opener: row('Sent mails'),
  },
  { of: 'sales/ledger/ledger-filters.tsx', at: '/ledger', name: /./, role: 'listbox', opener: field('Consignor'), typed: 'may' },
  { of: 'sales/ledger/posting-dialog.tsx', at: '/ledger', name: /./, opener: row('Postings') },
  {
    of: 'sales/ledger/posting-dialog.tsx',
    at: '/ledger',
    name: 'Sale',
    before: async (page) => {
      await page.getByLabel('Kind').selectOption('recorded_sale')
      await row('Postings')(page).filter({ hasText: 'Recorded sale' }).click()
    },
    opener: inWindow('Show the sale'),
    returnsTo: row('Postings'),
  },
  { of: 'trades/fulfillment/tracking-dialog.tsx', at: '/admin-fulfillment', name: 'Add Tracking', opener: button(/^Add Tracking:/) },
  { of: 'trades/fulfillment/use-order-acts.tsx', at: '/admin-fulfillment', name: /^Mark “/, opener: button(/^Mark as Shipped:/) },
  { of: 'trades/fulfillment/use-order-acts.tsx', at: '/admin-fulfillment', name: /^Delete/, opener: button(/^Delete trade:/) },
  { of: 'shipments/use-delete-shipment.tsx', at: '/admin-shipments', name: 'Delete this shipment?', opener: button('Delete') },
]

/** Windows of a consignor with goods, on a phone. */
export const CONSIGNOR_WINDOWS: readonly ShownWindow[] = [
  { of: 'trades/auto-price-dialog.tsx', at: '/dashboard', name: 'Answer offers by price', opener: button(/^Answer offers by price/) },
  { of: 'payouts/request-payout-dialog.tsx', at: '/dashboard', name: 'Request Payout', opener: button('Request Payout') },
  { of: 'shipments/shipment-dialog.tsx', at: '/user-shipments', name: 'Submit Shipment', opener: button('Submit Shipment') },
  { of: 'sales/history-view.tsx', at: '/sales-history', name: 'Sale', opener: row('History') },
  { of: 'trades/browse/request-trade-dialog.tsx', at: '/marketplace', name: 'Request Trade', opener: button(/^Make Offer/) },
  { of: 'trades/offers/cancel-trade-dialog.tsx', at: '/my-offers', name: /^Cancel the trade/, opener: button(/^Cancel:/) },
  { of: 'trades/offers/counter-dialog.tsx', at: '/my-offers', name: 'Send Counter Offer', opener: button(/^Counter:/) },
  { of: 'trades/offers/use-offer-moves.tsx', at: '/my-offers', name: /./, opener: button(/^Decline/) },
  { of: 'accounts/profile/picture-dialog.tsx', at: '/profile', name: 'Profile picture', opener: button('Upload a picture') },
  { of: 'accounts/profile/username-dialog.tsx', at: '/profile', name: 'Change your username', opener: button('Change') },
  { of: 'accounts/profile/address-form.tsx', at: '/profile', name: 'Add Address', opener: button('Add Address') },
  { of: 'accounts/profile/addresses-section.tsx', at: '/profile', name: 'Delete this address?', opener: button(/^Delete the address/) },
  { of: 'accounts/security/codes-modal.tsx', at: '/profile', name: 'Set up codes', opener: button('Set up codes') },
  { of: 'accounts/change-password-modal.tsx', at: '/profile', name: 'Change password', opener: button('Change password') },
  { of: 'accounts/privacy/personal-data.tsx', at: '/profile', name: 'Erase my data', opener: button('Erase my data') },
  { of: 'accounts/sessions-card.tsx', at: '/profile', name: /^Sign out “/, opener: button(/^Sign out (?!everywhere)/) },
  { of: 'accounts/sessions-card.tsx', at: '/profile', name: 'Sign out everywhere else?', opener: button('Sign out everywhere else') },
]

/** Windows that open only after several steps, with the end-to-end test that checks them for barriers.
 *  @public A rule of the house reads it. */
export const TOLD_ELSEWHERE: Readonly<Record<string, string>> = {
  'accounts/backup-password-modal.tsx': 'dashboard.test.ts',
  // only the question before vouching; the other questions are in the lists above
  'accounts/administration/person-questions.tsx': 'consignors.test.ts',
  'accounts/hosts-card.tsx': 'settings.test.ts',
  'accounts/profile/account-section.tsx': 'profile.test.ts',
  // only the question before a linked account is removed; the other questions are in the lists above
  'accounts/sessions-card.tsx': 'sign-in.test.ts',
  'accounts/proof/proof-dialog.tsx': 'proof.test.ts',
  'accounts/security/passkeys-list.tsx': 'passkeys.test.ts',
  'accounts/security/recovery-codes-modal.tsx': 'second-factor.test.ts',
  'accounts/security/rename-passkey-modal.tsx': 'passkeys.test.ts',
  'accounts/security/security-section.tsx': 'second-factor.test.ts',
  'app/help/install-sheet.tsx': 'help.test.ts',
  'app/shell/sign-out-dialog.tsx': 'accessibility.test.ts',
  'app/status/left-work-window.tsx': 'left-device.test.ts',
  'app/status/pending-list.tsx': 'accessibility.test.ts',
  'chat/discord-results.tsx': 'notifications.test.ts',
  'inventory/hand-over-form.tsx': 'inventory.test.ts',
  'inventory/discrepancies/suspended-sale-form.tsx': 'suspended-sales.test.ts',
  'mail/mail-dialog.tsx': 'email-tool.test.ts',
  'payouts/use-settle.tsx': 'payouts.test.ts',
  'payouts/restore-notice.tsx': 'payouts.test.ts',
  'payouts/restore-report.tsx': 'restore-report.test.ts',
  'sales/edit-sale-form.tsx': 'sales-history.test.ts',
  'shipments/labels/postal-labels-dialog.tsx': 'postal-labels.test.ts',
  'shipments/labels/take-label-dialog.tsx': 'postal-labels.test.ts',
  'trades/trades-tab/label-dialog.tsx': 'marketplace.test.ts',
}
