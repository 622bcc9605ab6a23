import { expect, it } from 'vitest'
import { HOSTILE_STRINGS } from '../../testing/hostile-strings.ts'
import { htmlOfText, mailPage } from './layout.ts'
import { FILL_IN_ALL, htmlOfMessage, mailFormSchema, NOT_AN_ADDRESS } from './mail-form.ts'

const messages = (form: unknown) => mailFormSchema.safeParse(form).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
const FORM = { email: ' Ann@Example.org', subject: ' Hello ', message: 'One\nTwo' }

it('the e-mail tool requires every field and a valid address', () => {
  expect(mailFormSchema.parse(FORM)).toEqual({ email: 'ann@example.org', subject: 'Hello', message: 'One\nTwo' })
  expect(messages({ email: ' ', subject: '', message: ' \n ' })).toEqual([
    ['email', FILL_IN_ALL],
    ['subject', FILL_IN_ALL],
    ['message', FILL_IN_ALL],
  ])
  for (const email of ['ann', 'ann@', '@example.org', 'a b@example.org', 'a@example.org,b@example.org', `${'a'.repeat(250)}@example.org`])
    expect(messages({ ...FORM, email })).toEqual([['email', NOT_AN_ADDRESS]])
})

it('a typed message is escaped before its line breaks become <br>', () => {
  expect(htmlOfMessage('a <br> & "b"\r\nc\rd\n\ne\n')).toBe('a &lt;br&gt; &amp; &quot;b&quot;<br>c<br>d<br><br>e')
})

it('a line that ends with a web address becomes a button, labelled with the words before the address if there are any', () => {
  const html = htmlOfText(
    'Hello,\n\nopen this:\nhttps://shop.example/r?a=1&b=2\n\nChoose a password: https://shop.example/p\n\nnot a link: ftp://x.example',
  )
  expect(html).toContain('<a href="https://shop.example/r?a=1&amp;b=2"')
  expect(html).toContain('>Open the link</a>')
  expect(html).toMatch(/<a href="https:\/\/shop\.example\/p"[^>]*>Choose a password<\/a>/)
  expect(html).toContain('not a link: ftp://x.example')
})

it('no text becomes markup in a mail', () => {
  for (const hostile of [...HOSTILE_STRINGS, 'https://x.example/"onclick="alert(1)', 'a"b: https://x.example/<script>']) {
    const page = mailPage(hostile, hostile, htmlOfText(`${hostile}\n\n${hostile}: https://shop.example/x`))
    expect(page).not.toMatch(/<(?:script|img|iframe|svg)/i)
    expect(page).not.toMatch(/["']\s*onclick/)
  }
})
