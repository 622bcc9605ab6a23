/** Limits on the depth and number of values to search, and on the pictures to collect. */
const MAX_DEPTH = 8
const MAX_VALUES = 5_000
const MAX_PICTURES = 5

type Thing = Readonly<Record<string, unknown>>

/** Lists the picture addresses of the products in a JSON-LD script, in the order of the script. Empty when the text is no JSON-LD. */
export function productPictures(json: string): string[] {
  let data: unknown
  try {
    data = JSON.parse(json)
  } catch {
    return []
  }
  const found: string[] = []
  let values = 0
  const walk = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || ++values > MAX_VALUES || typeof value !== 'object' || value === null) return
    if (isProduct(value as Thing)) found.push(...addressesOf((value as Thing).image))
    for (const inner of Object.values(value)) walk(inner, depth + 1)
  }
  walk(data, 0)
  return found.slice(0, MAX_PICTURES)
}

/** True for `Product`, `ProductGroup`, `Book` and similar types, with or without the vocabulary's address. */
const isProduct = (thing: Thing): boolean =>
  asList(thing['@type']).some((type) => typeof type === 'string' && /(?:^|[/#:])(?:\w*Product(?:Group|Model)?|Book|Vehicle)$/.test(type))

/** Lists the addresses of a picture, which may be a string, an object with an address, or a list of strings and objects. */
function addressesOf(image: unknown): string[] {
  return asList(image)
    .slice(0, MAX_PICTURES)
    .flatMap((one) =>
      typeof one === 'object' && one !== null ? [(one as Thing).contentUrl, (one as Thing).url, (one as Thing)['@id']] : [one],
    )
    .filter((address): address is string => typeof address === 'string')
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
