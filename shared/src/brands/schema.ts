import * as z from 'zod/mini'

/** Minimum contrast of white text on an accent (WCAG 2, AA). */
const MIN_CONTRAST = 4.5
const MAX_BRANDS = 20
const MAX_HOSTS = 50

/** Computes the relative luminance (WCAG 2) of a colour such as #5b5bd6: 0…1. */
function luminanceOf(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A colour on which white text is readable. */
const accentSchema = z
  .pipe(
    z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #5b5bd6')),
    z.transform((hex) => hex.toLowerCase()),
  )
  .check(z.refine((hex) => 1.05 / (luminanceOf(hex) + 0.05) >= MIN_CONTRAST, 'is too light: white text on it could not be read'))

const hostSchema = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])$/, 'must be a host name, without protocol or port'),
  )

const linkSchema = z.union([z.literal(''), z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' })])

/** One variant of the product. The host name of a page selects the variant. */
export const brandSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens')),
  /** Host names of this variant. A host that no variant names gets the first variant. */
  hosts: z.array(hostSchema).check(z.maxLength(MAX_HOSTS)),
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** Name below the icon of the installed app; the title by default. */
  shortName: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(30))),
  colors: z.strictObject({ accent: accentSchema }),
  /** E-mail address of the support; '' shows none. */
  contact: z.union([z.literal(''), z.email('must be an e-mail address')]),
  /** Address of the chat community; '' shows none. */
  chatInvite: linkSchema,
  /** Address at which people buy a membership; '' offers none. */
  checkout: linkSchema,
  /** True when users need a membership. */
  membership: z.boolean(),
})
/** One variant of the product. */
export type Brand = z.infer<typeof brandSchema>

/** All variants. Unknown hosts get the first; at most one variant requires a membership. */
export const brandsSchema = z.array(brandSchema).check(
  z.minLength(1, 'must have at least one brand'),
  z.maxLength(MAX_BRANDS),
  z.superRefine((brands, context) => {
    const isUnique = (values: readonly string[]) => new Set(values).size === values.length
    if (!isUnique(brands.map(({ id }) => id))) context.addIssue('has two brands with the same id')
    if (!isUnique(brands.flatMap(({ hosts }) => hosts))) context.addIssue('has the same host twice')
    if (brands.filter(({ membership }) => membership).length > 1) context.addIssue('has more than one brand with a membership')
  }),
)

/** The brands of a shop that configures none: the plain variant and the paid variant. */
export const DEFAULT_BRANDS = brandsSchema.parse([
  {
    id: 'consign',
    hosts: [],
    title: 'Consign',
    colors: { accent: '#5b5bd6' },
    contact: 'hello@consign.example',
    chatInvite: 'https://discord.com/',
    checkout: '',
    membership: false,
  },
  {
    id: 'exchange',
    // browsers resolve every name below localhost to this machine
    hosts: ['exchange.localhost'],
    title: 'ConsignEx',
    shortName: 'ConsignEx',
    colors: { accent: '#0f766e' },
    contact: 'support@exchange.example',
    chatInvite: 'https://discord.com/',
    checkout: 'https://whop.com/',
    membership: true,
  },
])

/** Brand as a page knows it. */
export const pageBrandSchema = z.object({
  ...z.omit(brandSchema, { hosts: true, colors: true, shortName: true }).shape,
  shortName: z.string(),
  accent: z.string(),
  /** The paid variant, as the target of a domain migration; null when the shop has none. */
  exchange: z.nullable(z.object({ domain: z.string(), title: z.string() })),
})
/** Brand as a page knows it. */
export type PageBrand = z.infer<typeof pageBrandSchema>

/** Reduces a brand to the part its pages know. */
export function pageBrandOf({ hosts: _, colors, ...brand }: Brand, exchange: PageBrand['exchange']): PageBrand {
  return { ...brand, shortName: brand.shortName ?? brand.title, accent: colors.accent, exchange }
}
