import { existsSync, readFileSync } from 'node:fs'
import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { itemHaystack } from '@shop/shared/inventory/rules/item-search.ts'
import { type Item, itemTextsSchema } from '@shop/shared/inventory/schema.ts'
import { searchKey, storableText } from '@shop/shared/kernel/text.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { expect, it } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const samples = process.env.DATA_SAMPLES ? `${process.env.DATA_SAMPLES}/naughty-strings.json` : ''
const naughty: string[] = existsSync(samples) ? JSON.parse(readFileSync(samples, 'utf8')) : []
const texts = [...HOSTILE_STRINGS, ...naughty].map(storableText)

forEachDatabase('the search column', (open) => {
  it('normalises texts as shared/ does, except for white space at their ends', async () => {
    const { db } = await open()
    const { rows } = await sql<{
      key: string
    }>`select search_key(text) as key from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as t(text, n)
      order by n`.execute(db)
    expect(rows.map(({ key }) => key.trim())).toEqual(texts.map((text) => searchKey(text)))
  })

  it('contains the same texts of an item as `itemHaystack`', async () => {
    const platform = await open()
    const actor = { uid: freshId(), role: 'admin', wasAdmin: false } as const
    await sql`insert into users (id, email, display_name, role, photo_url, created_at_ms, audience) values (${actor.uid}, 'a@example.org', '', 'admin', '', 0, '{}')`.execute(
      platform.db,
    )
    const id = freshId()
    const item = itemTextsSchema.parse({
      itemName: 'ﬁne Tea',
      listingTitle: 'ＴＩＴＬＥ',
      barcode1: '0012',
      barcode2: 'X-9',
      location: 'Shelf\u200b B',
    })
    await platform.runCommand(actor, addMasterItem, { id, texts: item, quantity: 1 })
    const { rows } = await sql<{ search_text: string }>`select search_text from item_texts where id = ${id}`.execute(platform.db)
    expect(rows).toEqual([{ search_text: itemHaystack(item as Item) }])
  })
})
