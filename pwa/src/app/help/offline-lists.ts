/** Tasks that work offline and tasks that do not, in the screens' own words. */
type OfflineLists = { readonly works: readonly string[]; readonly needsNetwork: readonly string[] }

export const ADMIN_LISTS: OfflineLists = {
  works: [
    'The whole till: scanning, searching, carts, cash and card sales, returns, voids, receipts, shifts and counting the drawer',
    'Looking everything up: inventory, sales, consignors, balances, shipments',
    'Adding, editing and deleting items, mass input, handing stock over, recording sales',
    'Receiving shipments and printing packing slips',
    'Marking payouts as paid and deleting requests',
    'Settling discrepancies and changing the shop’s settings',
  ],
  needsNetwork: [
    'Signing in on a new device, and its first download of the shop’s data',
    'Shipping trades, adding postal labels, and managing user accounts',
    'Importing spreadsheets',
    'Sending e-mails and reading the log of mails',
    'Seeing what other devices did since the last sync',
    'After a backup was restored: work that waits for another device, until that device is online',
  ],
}

export const CONSIGNOR_LISTS: OfflineLists = {
  works: [
    'Looking up your items, sales, balance, payouts, shipments and trades as of the last sync',
    'Submitting, changing and deleting a shipment, and printing its packing slip',
    'Your addresses and the settings of your profile',
  ],
  needsNetwork: [
    'Signing in',
    'Asking for a payout, taking or downloading a postal label, and trading on the marketplace',
    'Choosing a username or a profile picture, downloading or erasing your data',
    'Seeing what was sold since the last sync',
  ],
}

/** Peculiarities of Apple's browsers. Every browser on an iPhone or an iPad is one of them. */
export const APPLE_NOTES: readonly string[] = [
  'Safari deletes what a website has stored when you have not opened it for seven days, unsent work included. Add the app to the Home Screen, and this rule no longer applies to it.',
  'Unsent work is sent only while the app is open. Open it again when the network is back.',
]
