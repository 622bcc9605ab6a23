import { IconCash, IconCashRegister, IconCloudCheck, IconPackages, IconSettings, IconTruckDelivery, IconUsers } from '@tabler/icons-react'

export type TourStep = {
  readonly title: string
  readonly text: string
  readonly Icon: typeof IconCash
  /** The screen this step describes, and the label of the link to it. */
  readonly to: string
  readonly link: string
}

const STATUS = {
  title: 'With or without network',
  Icon: IconCloudCheck,
  to: '/help/offline',
  link: 'What works offline',
} as const

export const ADMIN_STEPS: readonly TourStep[] = [
  {
    title: 'Sell at the till',
    text: 'Scan or search an item, take the money, press Complete Sale. It works without network; every sale is stored on this device before the screen says so.',
    Icon: IconCashRegister,
    to: '/pos',
    link: 'Open the till',
  },
  {
    title: 'Keep the stock',
    text: 'The shop’s own goods and those of each consignor. Add one item, many at once, or a whole spreadsheet, and hand master stock over to consignors.',
    Icon: IconPackages,
    to: '/admin',
    link: 'Open the inventory',
  },
  {
    title: 'Look after consignors',
    text: 'Accounts and balances, the boxes they send, and the payouts they ask for. The menu counts the payouts that wait for you.',
    Icon: IconUsers,
    to: '/consignors',
    link: 'Open consignors',
  },
  {
    ...STATUS,
    text: 'The cloud in the corner says whether this device is connected, what still waits to be sent, and whether it is ready to sell offline. Nothing that waits gets lost.',
  },
  {
    title: 'Make it your shop',
    text: 'Sales tax, commission, the usual split, and the address consignors send their boxes to. A sale keeps the values it was made with.',
    Icon: IconSettings,
    to: '/settings',
    link: 'Open the settings',
  },
]

export const CONSIGNOR_STEPS: readonly TourStep[] = [
  {
    title: 'Your items and your money',
    text: 'My Inventory shows what of yours is in the shop, what was sold, and the balance that is yours.',
    Icon: IconPackages,
    to: '/dashboard',
    link: 'Open My Inventory',
  },
  {
    title: 'Send a box',
    text: 'Tell the shop the carrier and the tracking number, print the packing slip, and see when the box was received.',
    Icon: IconTruckDelivery,
    to: '/user-shipments',
    link: 'Open Shipments',
  },
  {
    title: 'Get paid',
    text: 'Ask for a payout of your balance on My Inventory. You see there when it was paid.',
    Icon: IconCash,
    to: '/dashboard',
    link: 'Open My Inventory',
  },
  {
    ...STATUS,
    text: 'You can look everything up without network. The cloud in the corner says what still waits to be sent; nothing that waits gets lost.',
  },
]
