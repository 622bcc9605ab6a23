import { describe, expect, it } from 'vitest'
import { categoriesOf } from '../../ui/use-categories.ts'
import { checkRows } from './check-rows.ts'
import { readCsvFile } from './read-file.ts'

const never = new AbortController().signal
const readText = (text: string) => readCsvFile(new File([text], 'export.csv'), () => undefined, never)

/** The goods that the import takes from the file: name, barcode, quantity, price in cents, picture; and their categories. */
async function goodsOf(text: string) {
  const { rows, known } = await readText(text)
  const mapping = known?.mapping ?? {}
  const checked = await checkRows(rows, {
    mapping,
    defaultQuantity: 1,
    knownBarcodes: new Set(),
    categories: categoriesOf([]),
    signal: never,
  })
  const goods = checked.rows.map(({ texts, quantity }) => [texts.itemName, texts.barcode1, quantity, texts.priceCents, texts.imageUrl])
  const names = new Map(checked.newCategories.map(({ id, name }) => [id, name]))
  const categories = checked.rows.map(({ texts }) => names.get(texts.categoryId) ?? '')
  return {
    categories,
    program: known?.program,
    leftOut: known?.leftOut,
    goods,
    mapped: Object.keys(mapping).sort(),
    errorRows: checked.errorRows,
  }
}

const SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Cost per item,Status'
const shopify = (cells: Readonly<Record<string, string>>) =>
  SHOPIFY.split(',')
    .map((header) => cells[header] ?? '')
    .join(',')

describe('the export of another program', () => {
  it('is Shopify’s: variants by name and option, pictures of the product, no further goods for further pictures', async () => {
    const shirt = { Handle: 'shirt', 'Option1 Name': 'Colour', 'Option2 Name': 'Size' }
    const file = [
      SHOPIFY,
      shopify({
        ...shirt,
        Title: 'Linen shirt',
        'Body (HTML)': '<p>Soft</p>',
        'Product Category': 'Apparel & Accessories > Clothing > Shirts',
        'Option1 Value': 'Red',
        'Option2 Value': 'M',
        'Variant SKU': 'LS-R-M',
        'Variant Inventory Qty': '3',
        'Variant Price': '24.00',
        'Variant Barcode': "'036000291452",
        'Image Src': 'https://example.org/shirt.jpg',
      }),
      shopify({
        ...shirt,
        'Option1 Value': 'Blue',
        'Option2 Value': 'L',
        'Variant SKU': 'LS-B-L',
        'Variant Inventory Qty': '0',
        'Variant Price': '26.50',
        'Variant Image': 'https://example.org/blue.jpg',
      }),
      shopify({ Handle: 'shirt', 'Image Src': 'https://example.org/back.jpg', 'Image Position': '2' }),
      shopify({
        Handle: 'mug',
        Title: 'Mug',
        'Product Category': 'Home & Garden > Mugs',
        Type: 'Cups',
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
        'Variant SKU': 'MUG-1',
        'Variant Inventory Qty': '7',
        'Variant Price': '9',
      }),
    ].join('\n')
    expect(await goodsOf(file)).toEqual({
      categories: ['Shirts', 'Shirts', 'Cups'],
      program: 'Shopify',
      leftOut: 1,
      goods: [
        ['Linen shirt – Red / M', '036000291452', 3, 2_400, 'https://example.org/shirt.jpg'],
        ['Linen shirt – Blue / L', 'LS-B-L', 0, 2_650, 'https://example.org/blue.jpg'],
        ['Mug', 'MUG-1', 7, 900, ''],
      ],
      mapped: ['barcode1', 'categoryId', 'imageUrl', 'itemName', 'price', 'quantity'],
      errorRows: 0,
    })
  })

  it('is Shopify’s with the headers of today', async () => {
    const file = [
      'Title,URL handle,Description,Vendor,Option1 name,Option1 value,SKU,Barcode,Price,Compare-at price,Inventory quantity,Product image URL,Variant image URL',
      'Linen shirt,shirt,<p>Soft</p>,Attic,Size,M,LS-M,036000291452,24.00,30.00,3,https://example.org/shirt.jpg,',
      ',shirt,,,,L,LS-L,,26.50,,2,,',
    ].join('\n')
    expect(await goodsOf(file)).toMatchObject({
      program: 'Shopify',
      goods: [
        ['Linen shirt – M', '036000291452', 3, 2_400, 'https://example.org/shirt.jpg'],
        ['Linen shirt – L', 'LS-L', 2, 2_650, 'https://example.org/shirt.jpg'],
      ],
      errorRows: 0,
    })
  })

  it('is Square’s: the quantity of the first place, and no price where the till asks for one', async () => {
    const file = [
      'Token,Item Name,Variation Name,SKU,Description,Category,GTIN,Price,Option Name 1,Option Value 1,Enabled Main Street,Current Quantity Main Street,New Quantity Main Street,Stock Alert Enabled Main Street,Current Quantity Market Stall',
      'A1,Teapot,Regular,TP-1,Holds two cups,Kitchen,4006381333931,18.00,,,Y,4,,N,1',
      'A2,Scarf,Green,SC-G,Wool,Clothes,,12.50,Colour,Green,Y,2,,N,0',
      'A3,Repair,Regular,REP,,Services,,variable,,,Y,,,N,',
    ].join('\n')
    expect(await goodsOf(file)).toEqual({
      categories: ['Kitchen', 'Clothes', 'Services'],
      program: 'Square',
      leftOut: 0,
      goods: [
        ['Teapot', '4006381333931', 4, 1_800, ''],
        ['Scarf – Green', 'SC-G', 2, 1_250, ''],
        ['Repair', 'REP', 1, null, ''],
      ],
      mapped: ['barcode1', 'categoryId', 'itemName', 'price', 'quantity'],
      errorRows: 0,
    })
  })

  it('is Loyverse’s: price and stock of the shop', async () => {
    const file = [
      'Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Option 2 name,Option 2 value,Option 3 name,Option 3 value,Default price,Cost,Barcode,SKU of included item,Quantity of included item,Track stock,Available for sale [Attic],Price [Attic],In stock [Attic],Low stock [Attic]',
      'tea,10001,Green tea,Groceries,Loose leaves,N,Weight,100 g,,,,,4.50,2.00,4006381333931,,,Y,Y,4.50,12.000,2',
      'tea,10002,,,,,,250 g,,,,,9.90,4.00,,,,Y,Y,8.90,3,1',
      'cup,10003,Cup,Kitchen,,N,,,,,,,6.00,1.00,036000291452,,,N,Y,,,',
    ].join('\n')
    expect(await goodsOf(file)).toEqual({
      categories: ['Groceries', 'Groceries', 'Kitchen'],
      program: 'Loyverse',
      leftOut: 0,
      goods: [
        ['Green tea – 100 g', '4006381333931', 12, 450, ''],
        ['Green tea – 250 g', '10002', 3, 890, ''],
        ['Cup', '036000291452', 1, 600, ''],
      ],
      mapped: ['barcode1', 'categoryId', 'itemName', 'price', 'quantity'],
      errorRows: 0,
    })
  })

  it('is ConsignCloud’s: the title and not the description, the tag price, the SKU of the tag', async () => {
    const file = [
      'SKU,Account,Inventory Type,Terms,Title,Category,Description,Brand,Color,Size,Tag Price,Cost Per,Split,Quantity,Shelf,Created,Status',
      '4F2K9A,000123,Consignment,Return To Consignor,Denim jacket,Jackets,Light wear on the cuffs,Levi’s,Blue,M,$45.00,,60%,1,R2,2026-10-01,Active',
      '7B1M2C,000123,Consignment,Return To Consignor,,Bags,Leather bag,,,,$1200.00,,60%,1,,2026-10-02,Active',
    ].join('\n')
    expect(await goodsOf(file)).toEqual({
      categories: ['Jackets', 'Bags'],
      program: 'ConsignCloud',
      leftOut: 0,
      goods: [
        ['Denim jacket', '4F2K9A', 1, 4_500, ''],
        ['Leather bag', '7B1M2C', 1, 120_000, ''],
      ],
      mapped: ['barcode1', 'categoryId', 'itemName', 'location', 'price', 'quantity'],
      errorRows: 0,
    })
  })

  it.each([
    ['handle,title,price', 'a,Green,1', 'a,Red,2'],
    // Handle is a consignor here
    ['Handle,Name,Price,Price paid', 'ann,Tea,4.50,2', 'ann,Cup,,'],
    ['Handle,Name,Price,In stock,Available for sale', 'ann,Tea,4.50,2,Y', 'ann,Cup,,,'],
    ['Item Name,SKU,Price,Current Quantity', 'Tea,1,4.50,2', 'Cup,2,,'],
    ['SKU,Title,Price', '1,Tea,4', '2,Cup,'],
  ])('is none of these for the headers %s: its rows stay as they are', async (...lines) => {
    const { rows, known } = await readText(lines.join('\n'))
    expect([known, rows.map(({ cells }) => cells.join())]).toEqual([undefined, lines.slice(1)])
  })
})
