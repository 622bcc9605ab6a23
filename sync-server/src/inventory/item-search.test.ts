import { existsSync, readFileSync } from 'node:fs'
import { addMasterItem } from '@shop/shared/inventory/commands/add-item.ts'
import { barcodeKeys, gtinCheckDigit } from '@shop/shared/inventory/rules/barcodes.ts'
import { itemHaystack } from '@shop/shared/inventory/rules/item-search.ts'
import { type Item, itemTextsSchema } from '@shop/shared/inventory/schema.ts'
import { searchKey, storableText } from '@shop/shared/kernel/text.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const samples = process.env.DATA_SAMPLES ? `${process.env.DATA_SAMPLES}/naughty-strings.json` : ''
const naughty: string[] = existsSync(samples) ? JSON.parse(readFileSync(samples, 'utf8')) : []
const texts = [...HOSTILE_STRINGS, ...naughty].map(storableText)

/** Barcodes of every kind: right and wrong check digits, short and long forms, and codes of a shop's own. */
const barcodes = fc.oneof(
  ...[7, 11, 12, 13].map((length) =>
    fc
      .tuple(fc.integer({ min: 0, max: 3 }), fc.stringMatching(new RegExp(`^[0-9]{${length}}$`)))
      .map(([zeros, digits]) => '0'.repeat(zeros) + digits.slice(zeros))
      .map((digits) => digits + gtinCheckDigit(digits)),
  ),
  fc.stringMatching(/^0[0-9]{7}$/),
  fc.stringMatching(/^0{0,3}[0-9]{8,14}$/),
  fc.string().map(storableText),
)

forEachDatabase('the product key', (open) => {
  it('is the same for two barcodes exactly if they are spellings of one product', async () => {
    const { db } = await open()
    await fc.assert(
      fc.asyncProperty(fc.array(barcodes, { minLength: 300, maxLength: 300 }), async (codes) => {
        const all = [...new Set(codes.flatMap((code) => [code, ...barcodeKeys(code)]).map((code) => code.trim()))]
        const { rows } = await sql<{ code: string; key: string }>`select code, product_key(code) as key
          from jsonb_array_elements_text(${JSON.stringify(all)}::jsonb) code`.execute(db)
        const keyOf = new Map(rows.map(({ code, key }) => [code, key]))
        const product = new Map<string, string>()
        for (const code of all) {
          const spellings = barcodeKeys(code).sort().join(' ')
          const key = keyOf.get(code) as string
          expect([code, product.get(key) ?? spellings]).toEqual([code, spellings])
          product.set(key, spellings)
        }
        const count = new Set(all.map((code) => barcodeKeys(code).sort().join(' '))).size
        expect(new Set(keyOf.values()).size).toBe(count)
      }),
      { numRuns: 20 },
    )
  })
})

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
