import type { PayoutMethod } from '@shop/shared/payouts/schema.ts'

/** An invented person of the demo shop. */
export type DemoPerson = { readonly displayName: string; readonly email: string }

/** A consignor, with their payout handle and address. */
export type DemoConsignor = DemoPerson & {
  readonly username: string
  readonly method: PayoutMethod
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

const person = (displayName: string): DemoPerson => ({
  displayName,
  email: `${displayName.toLowerCase().split(' ')[0]}@demo.example`,
})

/** The admins of the shop: one at the desk, one at the till. */
export const DEMO_ADMINS: readonly [DemoPerson, DemoPerson] = [person('Olive Okafor'), person('Theo Tanaka')]

const consignor = (displayName: string, method: PayoutMethod, street: string, city: string, state: string, zip: string): DemoConsignor => ({
  ...person(displayName),
  username: displayName.toLowerCase().replace(/[^a-z]/g, ''),
  ...{ method, street, city, state, zip },
})

export const DEMO_CONSIGNORS: readonly DemoConsignor[] = [
  consignor('Maya Lindqvist', 'venmo', '14 Birch Lane', 'Duluth', 'MN', '55802'),
  consignor('Andre Baptiste', 'cashapp', '2201 Canal Row', 'New Orleans', 'LA', '70119'),
  consignor('Priya Raman', 'venmo', '88 Orchard Court', 'Edison', 'NJ', '08817'),
  consignor('Jonah Whitfield', 'cashapp', '5 Mill Road', 'Asheville', 'NC', '28801'),
  consignor('Sofia Marchetti', 'venmo', '730 Valencia Walk', 'San Francisco', 'CA', '94110'),
  consignor('Desmond Achebe', 'cashapp', '41 Peachtree Close', 'Atlanta', 'GA', '30308'),
  consignor('Hana Kobayashi', 'venmo', '1207 Alder Street', 'Portland', 'OR', '97205'),
  consignor('Lucas Ferreira', 'cashapp', '66 Harbor View', 'New Bedford', 'MA', '02740'),
  consignor('Wren Calloway', 'venmo', '3 Juniper Trail', 'Santa Fe', 'NM', '87501'),
  consignor('Malik Osman', 'cashapp', '912 Cedar Avenue', 'Minneapolis', 'MN', '55454'),
  consignor('Greta Vogel', 'venmo', '27 Brewery Hill', 'Milwaukee', 'WI', '53204'),
  consignor('Tomas Rivera', 'cashapp', '519 Mission Loop', 'San Antonio', 'TX', '78210'),
  consignor('Isla Fraser', 'venmo', '8 Lighthouse Point', 'Rockland', 'ME', '04841'),
  consignor('Noah Steinberg', 'cashapp', '340 Prospect Place', 'Brooklyn', 'NY', '11238'),
  consignor('Amara Diallo', 'venmo', '75 Lenox Terrace', 'New York', 'NY', '10027'),
  consignor('Bea Novak', 'cashapp', '1610 Euclid Bend', 'Cleveland', 'OH', '44115'),
  consignor('Caleb Yazzie', 'venmo', '22 Mesa Drive', 'Flagstaff', 'AZ', '86001'),
  consignor('Ines Duarte', 'cashapp', '404 Ybor Street', 'Tampa', 'FL', '33605'),
  consignor('Felix Grant', 'venmo', '19 Music Row', 'Nashville', 'TN', '37203'),
  consignor('Rosa Jimenez', 'cashapp', '58 Plaza Norte', 'Tucson', 'AZ', '85701'),
]
