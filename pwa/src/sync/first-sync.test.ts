import { describe, expect, it } from 'vitest'
import { ServerProblem } from './ports.ts'
import { note, notes, settled, TestShop } from './testing/shop.ts'

/** A shop of fifty rows in pages of five, and a new device whose stream meets `atLine` before each line. */
async function newDevice(atLine: (line: string, browser: ReturnType<TestShop['browser']>) => void) {
  const shop = new TestShop(5)
  for (let i = 0; i < 50; i++) shop.server.write(notes, note(`n${i}`, i), `n${i}`)
  const browser = shop.browser()
  const port = browser.port()
  const server = {
    ...port,
    async *start() {
      for await (const line of port.start()) {
        atLine(line, browser)
        yield line
      }
    },
  }
  const tab = await browser.tab({ ports: { server } })
  tab.start()
  await settled()
  const generations = () => new Set([...(browser.disk.tables.get('pages')?.values() ?? [])].map(({ generation }) => generation))
  return { shop, browser, tab, generations }
}

describe('a first sync', () => {
  it('that was cut off starts again', async () => {
    let cutAfter = 4
    const { shop, browser, tab, generations } = await newDevice(() => {
      if (cutAfter-- === 0) throw new ServerProblem('offline', 'the stream was cut off')
    })
    expect(tab.replica.view.count(notes)).toBe(0)
    expect(tab.board.status.get()).toMatchObject({ online: false, hasRows: false })
    await shop.clock.pass(10_000)
    await settled()
    expect([tab.replica.view.count(notes), (await browser.tab()).replica.view.count(notes)]).toEqual([50, 50])
    expect(generations()).toEqual(new Set([2]))
  })

  it('whose last pages find no room shows nothing of it, and starts again', async () => {
    let isFirst = true
    const { shop, browser, tab, generations } = await newDevice((line, { disk }) => {
      if (line !== 'end' || !isFirst) return
      isFirst = false
      disk.problem = 'full'
    })
    expect(tab.board.status.get()).toMatchObject({ storage: 'full', hasRows: false })
    browser.disk.problem = null
    expect((await browser.tab()).replica.view.count(notes)).toBe(0)
    await shop.clock.pass(10_000)
    await settled()
    expect(tab.board.status.get()).toMatchObject({ storage: 'ok', hasRows: true })
    expect([tab.replica.view.count(notes), (await browser.tab()).replica.view.count(notes)]).toEqual([50, 50])
    expect(generations()).toEqual(new Set([2]))
  })
})
