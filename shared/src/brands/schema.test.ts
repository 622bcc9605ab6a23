import { describe, expect, it } from 'vitest'
import { brandedLanding, brandedManifest, brandedPage } from './branded-page.ts'
import { type Brand, brandsSchema, DEFAULT_BRANDS, pageBrandOf, pageBrandSchema } from './schema.ts'

const [plain, paid] = DEFAULT_BRANDS as [Brand, Brand]

describe('brands', () => {
  it('are by default a plain brand and a paid brand', () => {
    expect(DEFAULT_BRANDS).toHaveLength(2)
    expect([plain.membership, paid.membership]).toEqual([false, true])
    expect(plain.contact).not.toBe(paid.contact)
  })

  it.each([
    ['no brand', []],
    ['two with one id', [plain, { ...paid, id: plain.id }]],
    [
      'one host twice',
      [
        { ...plain, hosts: ['a.example'] },
        { ...paid, hosts: ['A.example'] },
      ],
    ],
    ['two memberships', [{ ...plain, membership: true }, paid]],
    ['a light accent', [{ ...plain, colors: { accent: '#ffd84d' } }]],
    ['a colour by name', [{ ...plain, colors: { accent: 'red' } }]],
    ['a host with a protocol', [{ ...plain, hosts: ['https://a.example'] }]],
    ['a host with a port', [{ ...plain, hosts: ['a.example:8787'] }]],
    ['a script as checkout', [{ ...plain, checkout: 'javascript:alert(1)' }]],
    ['a script as invite', [{ ...plain, chatInvite: 'data:text/html,x' }]],
    ['a contact that is no address', [{ ...plain, contact: 'us' }]],
    ['no title', [{ ...plain, title: ' ' }]],
    ['a misspelt field', [{ ...plain, colour: '#000000' }]],
  ])('are refused if their list has %s', (_, brands) => {
    expect(brandsSchema.safeParse(brands).success).toBe(false)
  })

  it('reach the page as text even when they contain HTML', () => {
    const hostile = pageBrandOf({ ...plain, title: `"><script>alert(1)</script>&$&'` }, null)
    const page = brandedPage('<head>\n    <title>Consign</title>\n  </head>', hostile)
    expect(page).not.toContain('<script>')
    const content = /<meta name="brand" content="([^"]*)"/.exec(page)?.[1] ?? ''
    const read = content.replace(/&(amp|quot|lt|gt);/g, (_, name: string) => ({ amp: '&', quot: '"', lt: '<', gt: '>' })[name] ?? '')
    expect(pageBrandSchema.parse(JSON.parse(read))).toEqual(hostile)
  })

  it('fill the landing page’s placeholders with escaped text, and choose which of its parts appear', () => {
    const hostile = pageBrandOf({ ...plain, title: '[[contact]]"><script>', contact: '' }, null)
    const drawn =
      '[[if contact]]write[[/if contact]][[unless contact]]call[[if chatInvite]] or chat[[/if chatInvite]][[/unless contact]] <a title="[[title]]">[[unknown]]'
    expect(brandedLanding(drawn, hostile, { origin: 'https://a.example', postalLabels: false })).toBe(
      'call or chat <a title="[[contact]]&quot;&gt;&lt;script&gt;">',
    )
  })

  it('change only the names in the installed app’s manifest', () => {
    const manifest = brandedManifest({ name: 'x', short_name: 'y', start_url: '/dashboard' }, pageBrandOf(paid, null))
    expect(manifest).toEqual({ name: 'ConsignEx', short_name: 'ConsignEx', start_url: '/dashboard' })
  })
})
