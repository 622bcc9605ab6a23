import { expect, it } from 'vitest'
import { safeHtml as safeOrNot } from './safe-html.ts'

function safeHtml(given: string) {
  const safe = safeOrNot(given)
  if (!safe) throw new Error('refused as nested too deep')
  return safe
}

it('sanitised HTML keeps text and a few tags unchanged', () => {
  const html = 'Dear Ann,<br><b>your box</b> <i>came</i>: <a href="https://shop.example/x?a=1&amp;b=2">see it</a>.'
  expect(safeHtml(html)).toEqual({
    html: html.replace('<br>', '<br />'),
    text: 'Dear Ann,\nyour box came: see it (https://shop.example/x?a=1&b=2).',
    isChanged: false,
  })
  expect(safeHtml('<ul><li>one</li><li>two &amp; three</li></ul><p>end</p>').text).toBe('- one\n- two & three\n\nend')
})

it.each([
  ['a script', '<script>alert(1)</script>hello'],
  ['a picture that reports', '<img src="https://spy.example/a.gif" onerror="alert(1)">hello'],
  ['a frame', '<iframe src="https://spy.example"></iframe>hello'],
  ['styles', '<style>p{background:url(https://spy.example)}</style>hello'],
  ['a form', '<form action="https://spy.example"><input name="password"></form>hello'],
  ['vector graphics', '<svg onload="alert(1)"><script>alert(2)</script></svg>hello'],
  ['a tag never closed', 'hello<script>alert(1)'],
  ['a nested trick', '<scr<script>ipt>alert(1)</scr</script>ipt>hello'],
  ['a comment trick', '<!--><img src=x onerror=alert(1)>-->hello'],
  ['mathml', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>hello'],
])('sanitised HTML has no markup of %s, and keeps the text beside it', (_name, given) => {
  const { html, text, isChanged } = safeHtml(given)
  expect(html.replace(/<\/?(?:a|b|br|p)\b[^>]*>/g, '')).not.toMatch(/<[a-z!/]/i)
  expect(text).toContain('hello')
  expect(isChanged).toBe(true)
})

it('sanitised HTML shows a script as text', () => {
  expect(safeHtml('<script>alert(1)</script>').text).toBe('<script>alert(1)</script>')
})

it('sanitised HTML loses styles, event handlers and links that are not web addresses', () => {
  expect(safeHtml('<p style="position:fixed" onclick="x()">hi</p>')).toMatchObject({ html: '<p>hi</p>', isChanged: true })
  expect(safeHtml('<a href="javascript:alert(1)">hi</a>')).toMatchObject({ html: '<a>hi</a>', text: 'hi', isChanged: true })
  expect(safeHtml('<a href="data:text/html,x">hi</a>').html).toBe('<a>hi</a>')
  expect(safeHtml('<a href="//evil.example">hi</a>').html).toBe('<a>hi</a>')
})

it('sanitised HTML of a message without words gives an empty text', () => {
  expect(safeHtml('<br><p> </p>').text).toBe('')
})

it('sanitised HTML may be nested 180 tags deep; nesting by the thousands is refused', () => {
  expect(safeHtml(`${'<table><tr><td>'.repeat(60)}hi${'</td></tr></table>'.repeat(60)}`).text).toContain('hi')
  // a paragraph without a closing tag ends at the beginning of the next paragraph
  expect(safeHtml('<p>hi<br>'.repeat(20_000)).text).toMatch(/^hi(\n+hi){19999}$/)
  for (const hostile of ['<b>'.repeat(50_000), '<b></x><!--</b>-->'.repeat(10_000), '<x>'.repeat(50_000)])
    expect(safeOrNot(hostile), hostile.slice(0, 20)).toBeUndefined()
})
