import * as z from 'zod/mini'
import type { CommandTx } from '../../kernel/define-command.ts'
import { requiredText } from '../../kernel/text.ts'
import { type Address, addresses, MAX_ADDRESS_LINE } from '../schema.ts'

/** Maximum number of addresses of one person. */
export const MAX_ADDRESSES = 20

/** Country of an address that is sent without one. */
export const DEFAULT_COUNTRY = 'USA'

/** Error message for an address with an empty field. */
export const ADDRESS_INCOMPLETE = 'All address fields are required'

const line = requiredText(MAX_ADDRESS_LINE, ADDRESS_INCOMPLETE)

/** Fields of an address that a person fills in, all required. */
export const addressFieldsSchema = z.object({ name: line, street: line, city: line, state: line, zip: line, country: line })
/** Fields of an address that a person fills in. */
export type AddressFields = z.infer<typeof addressFieldsSchema>

/** An address in a request: its country defaults to DEFAULT_COUNTRY. */
export const newAddressSchema = z.extend(addressFieldsSchema, {
  country: z.pipe(
    z.transform((country) => (country === undefined || country === null || country === '' ? DEFAULT_COUNTRY : country)),
    line,
  ),
})

/** Sorts a person's addresses by the time they were added. */
export function inOrder<A extends Pick<Address, 'id' | 'createdAtMs'>>(list: readonly A[]): A[] {
  return [...list].sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1))
}

/** Gives a person with addresses exactly one default: the wanted address, else the current default, else the address added first. */
export function settleDefault(tx: CommandTx, uid: string, wantedId?: string): void {
  const own = inOrder(tx.where(addresses, 'uid', uid))
  const chosen = own.find(({ id }) => id === wantedId) ?? own.find(({ isDefault }) => isDefault) ?? own[0]
  for (const address of own) {
    const isDefault = address === chosen
    if (address.isDefault !== isDefault) tx.put(addresses, { ...address, isDefault })
  }
}
