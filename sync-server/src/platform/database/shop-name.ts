import { oneLine } from '@shop/shared/kernel/text.ts'
import type { Db } from './sql.ts'

/** Reads the shop's name on one line, for mails and authenticator apps; '' for a shop without a name. */
export async function readShopName(db: Db): Promise<string> {
  const settings = await db.selectFrom('settings').select('shop_name').limit(1).executeTakeFirst()
  return oneLine(settings?.shop_name ?? '')
}
