import type { Category } from '@shop/shared/inventory/category-schema.ts'
import type { Discrepancy, Item } from '@shop/shared/inventory/schema.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import type { PosSale } from '@shop/shared/pos/schema.ts'
import type { Sale } from '@shop/shared/sales/schema.ts'
import type { ShopSettings } from '@shop/shared/settings/schema.ts'
import type { ShopServer } from './server.ts'

type RowsByName = {
  categories: Category[]
  items: Item[]
  posSales: PosSale[]
  sales: Sale[]
  discrepancies: Discrepancy[]
  settings: ShopSettings[]
}

/** The server's rows, as a new device receives them. */
export async function serverRows(server: ShopServer, token: string): Promise<RowsByName> {
  const response = await fetch(`${server.url}/api/sync/start?protocol=${PROTOCOL_VERSION}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const lines = (await response.text()).trim().split('\n')
  if (!response.ok || lines.at(-1) !== 'end') throw new Error(`the first sync ended with ${response.status}: ${lines.at(-1)}`)
  const header = JSON.parse(lines[0] as string) as { cursor: string }
  const rows: Record<string, Map<string, unknown>> = {}
  const into = (name: string) => (rows[name] ??= new Map())
  for (const line of lines.slice(1, -1)) {
    const [name, json] = [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]
    for (const row of JSON.parse(json) as { id: string }[]) into(name).set(row.id, row)
  }
  // the stream may be a cached one, so a pull brings the changes made since
  let page: string | undefined
  do {
    const answer = await server.request<{
      changes: Record<string, { put: { id: string }[]; remove: string[] }>
      more: boolean
      page?: string
    }>(
      'POST',
      '/sync/pull',
      { clientId: '01900000-0000-7000-8000-00000000e2e0', protocol: PROTOCOL_VERSION, cursor: header.cursor, ...(page ? { page } : {}) },
      token,
    )
    for (const [name, { put, remove }] of Object.entries(answer.changes)) {
      for (const row of put) into(name).set(row.id, row)
      for (const id of remove) into(name).delete(id)
    }
    page = answer.more ? answer.page : undefined
  } while (page)
  const all = (name: string) => [...into(name).values()] as never[]
  return {
    categories: all('categories'),
    items: all('items'),
    posSales: all('posSales'),
    sales: all('sales'),
    discrepancies: all('discrepancies'),
    settings: all('settings'),
  }
}
