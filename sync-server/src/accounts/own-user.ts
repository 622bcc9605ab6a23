import type { RestAddress } from '@shop/shared/accounts/calls/own-user.ts'
import { accountRefusals } from '@shop/shared/accounts/errors.ts'
import { profileRefusals } from '@shop/shared/accounts/profile-errors.ts'
import type { Address } from '@shop/shared/accounts/schema.ts'
import { refusal } from '@shop/shared/kernel/errors.ts'
import { idSchema } from '@shop/shared/kernel/ids.ts'
import { namedColumns } from '../platform/database/collection-table.ts'
import type { Db } from '../platform/database/sql.ts'
import { readUser } from './people.ts'
import { addressesTable } from './tables.ts'

const restAddressOf = ({ uid: _uid, createdAtMs: _createdAtMs, ...address }: Address): RestAddress => address

/** Reads a user's addresses, in the order they were added. */
export async function readAddresses(db: Db, uid: string): Promise<RestAddress[]> {
  const ofUser = db.selectFrom('addresses').select(namedColumns(addressesTable)).where('uid', '=', uid)
  const rows = await ofUser.orderBy('created_at_ms').orderBy('id').execute()
  return rows.map(restAddressOf)
}

/** Reads the profile as its owner sees it. Refuses ACCOUNT_NOT_FOUND. */
export async function readOwnUser(db: Db, uid: string) {
  const user = await readUser(db, uid)
  if (!user) throw refusal(accountRefusals, 'ACCOUNT_NOT_FOUND')
  return { ...user, addresses: await readAddresses(db, uid) }
}

/** Parses the address id of a path. Refuses ADDRESS_NOT_FOUND when it is no id. */
export function requireAddressId(id: string): string {
  const parsed = idSchema.safeParse(id)
  if (!parsed.success) throw refusal(profileRefusals, 'ADDRESS_NOT_FOUND')
  return parsed.data
}

/** Reads the address that was just written, with all addresses of its owner. Refuses ADDRESS_NOT_FOUND. */
export async function writtenAddress(db: Db, uid: string, id: string) {
  const addresses = await readAddresses(db, uid)
  const address = addresses.find((one) => one.id === id)
  if (!address) throw refusal(profileRefusals, 'ADDRESS_NOT_FOUND')
  return { id, address, addresses }
}

export async function isPhotoOfSomebody(db: Db, url: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('photo_url', '=', url).limit(1).executeTakeFirst()) !== undefined
}
