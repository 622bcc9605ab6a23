import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_FIRST_LABELS, MAX_OPEN_LABELS } from '@shop/shared/shipments/label-schema.ts'
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { labelUpload, PDF } from '../images/testing/label-upload.ts'
import { fiftyMegapixels } from '../images/testing/pictures.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

type Person = { readonly uid: string; readonly token: string }

forEachDatabase('the prepaid postal labels', (open) => {
  let shop: TestShop
  let admin: { token: string }
  let ann: Person
  let bob: Person
  let dataDir: string
  let count = 0

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-postal-'))
    const appDir = join(dataDir, 'app')
    await mkdir(appDir)
    await writeFile(join(appDir, 'index.html'), '<title>app</title>')
    await writeFile(
      join(appDir, 'landing.html'),
      '[[if postalLabels]]a label[[/if postalLabels]][[unless postalLabels]]a slip[[/unless postalLabels]]',
    )
    shop = await testShop(await open(), { ...OPENED, DATA_DIR: dataDir }, { appDir })
    admin = { token: await shop.signIn(ADMIN_EMAIL) }
    ann = await shop.signUp('ann@example.org')
    bob = await shop.signUp('bob@example.org')
    for (const { uid } of [ann, bob]) await receiveBox(uid)
    return () => rm(dataDir, { recursive: true, force: true })
  }, 60_000)

  /** Lets the shop receive a box of its own label, after which a consignor gets more than the first postal labels. */
  const receiveBox = async (uid: string) => {
    const sent = await shop.ask('POST', `/shipments/${uid}`, { carrier: 'UPS', trackingNumber: '1Z5R89390357567127' }, admin)
    const { id } = sent.body.shipment
    expect((await shop.ask('PATCH', `/shipments/admin/${id}/status`, { delivered: 'yes' }, admin)).status).toBe(200)
  }

  // each test begins with an empty stock
  beforeEach(async () => {
    const free = await shop.platform.db.selectFrom('postal_labels').select('id').where('state', '=', 'free').execute()
    for (const { id } of free) expect((await shop.ask('DELETE', `/postal-labels/${id}`, undefined, admin)).status).toBe(200)
  })

  const add = async (
    fields: object = { carrier: 'usps', trackingNumber: `9400 1000 ${count++}` },
    { by = admin as { token: string }, bytes = PDF as Uint8Array, type = 'application/pdf', key = '' } = {},
  ) => {
    return shop.ask('POST', '/postal-labels', undefined, { ...by, ...(await labelUpload(bytes, { type, fields, key })) })
  }
  const added = async (): Promise<string> => {
    const { status, body } = await add()
    expect([status, body.message]).toEqual([200, 'Postal label added'])
    return body.id
  }
  const take = (by: Person, id?: string) => shop.ask('POST', '/postal-labels/take', id === undefined ? {} : { id }, by)
  const read = async (id: string, by: { token: string }) => {
    const request = new Request(`http://localhost/api/postal-labels/${id}/file`, { headers: { authorization: `Bearer ${by.token}` } })
    const response = await shop.server.fetch(request)
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const landing = async () => (await shop.server.fetch(new Request('http://localhost/'))).text()
  /** Runs the removals that wait a day: the file of a refused label stays for so long. */
  const aDayLater = async () => {
    await shop.platform.db
      .updateTable('jobs')
      .set({ run_at: new Date(0) })
      .where('kind', '=', 'images.removeLabel')
      .execute()
    await shop.platform.jobs.drain()
  }
  const files = async () => (await readdir(join(dataDir, 'images')).catch(() => [])).filter((name) => name.startsWith('label-'))

  it('have different numbers, also when two admins add the same one at the same time', async () => {
    const fields = { carrier: 'UPS', trackingNumber: '1ZTWICE' }
    const answers = await Promise.all([add(fields), add(fields)])
    expect(answers.map(({ status, body }) => (status === 200 ? 'added' : body.code)).sort()).toEqual(['LABEL_EXISTS', 'added'])
  })

  it('are promised by the landing page while there is one to take', async () => {
    expect(await landing()).toBe('a slip')
    await added()
    expect(await landing()).toBe('a label')
    await take(ann)
    expect(await landing()).toBe('a slip')
  })

  it('give a new box their carrier and number, those added first at the beginning', async () => {
    const [first, second] = [await added(), await added()]
    const taken = await take(ann)
    expect(taken).toMatchObject({
      status: 200,
      body: {
        message: 'Shipment submitted successfully!',
        labelId: first,
        shipment: { userId: ann.uid, carrier: 'USPS', trackingNumber: `9400 1000 ${count - 2}`, status: 'pending' },
      },
    })
    expect((await take(bob)).body.labelId).toBe(second)
    expect(await take(bob)).toMatchObject({ status: 409, body: { code: 'NO_LABEL' } })
  })

  it('are each given out once, however many people take them at the same time', async () => {
    const ids = [await added(), await added(), await added()]
    const answers = await Promise.all([ann, bob, ann, bob, ann].map((by) => take(by)))
    const good = answers.filter(({ status }) => status === 200)
    expect(good.map(({ body }) => body.labelId).sort()).toEqual([...ids].sort())
    expect(new Set(good.map(({ body }) => body.shipment.trackingNumber)).size).toBe(3)
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual(['NO_LABEL', 'NO_LABEL'])
  })

  it('are taken once by a request that is repeated', async () => {
    await added()
    await added()
    const id = freshId()
    const answers = await Promise.all([take(ann, id), take(ann, id)])
    const again = await take(ann, id)
    expect(new Set([...answers, again].map(({ body }) => body.labelId)).size).toBe(1)
    expect((await take(bob)).status).toBe(200)
  })

  it('are read only by their taker and admins, as a download that runs no script', async () => {
    const id = await added()
    expect([(await read(id, ann)).status, (await read(id, admin)).status]).toEqual([403, 200])
    await take(ann)
    const { status, headers, bytes } = await read(id, ann)
    expect([status, headers.get('content-type'), bytes.equals(PDF)]).toEqual([200, 'application/pdf', true])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="label-[0-9a-f]{8}\.pdf"$/)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect([(await read(id, bob)).status, (await read(freshId(), ann)).status]).toEqual([403, 404])
  })

  it('decide the number of their box, which nobody changes', async () => {
    await added()
    const { shipment } = (await take(ann)).body
    const edit = (by: { token: string }) => shop.ask('PATCH', `/shipments/${ann.uid}/${shipment.id}`, { trackingNumber: '2' }, by)
    for (const by of [ann, admin]) expect(await edit(by)).toMatchObject({ status: 409, body: { code: 'NUMBER_OF_LABEL' } })
  })

  it('are refused when incomplete, of the wrong kind, or with the number of another label', async () => {
    await aDayLater()
    const before = (await files()).length
    expect((await add({ carrier: '', trackingNumber: '1' })).body.fields).toEqual({ carrier: 'Please select a carrier' })
    expect((await add({ carrier: 'UPS', trackingNumber: ' ' })).body.fields).toEqual({ trackingNumber: 'Please enter tracking number' })
    expect((await add(undefined, { bytes: Buffer.from('<script>') })).body.message).toBe('Only PDF files and images are allowed')
    expect((await add(undefined, { bytes: await fiftyMegapixels(), type: 'image/png' })).body.code).toBe('LABEL_UNREADABLE')
    expect((await add(undefined, { bytes: new Uint8Array(10 * 1_024 * 1_024 + 1) })).status).toBe(413)
    expect((await add({ carrier: 'USPS', trackingNumber: 'SAME 1' })).status).toBe(200)
    expect((await add({ carrier: 'USPS', trackingNumber: 'same1' })).body.code).toBe('LABEL_EXISTS')
    expect((await add(undefined, { by: ann })).status).toBe(403)
    await aDayLater()
    expect(await files()).toHaveLength(before + 1)
  })

  it('are added once by a request that is repeated', async () => {
    const key = freshId()
    const fields = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
    const [first, again] = [await add(fields, { key }), await add(fields, { key })]
    expect([first.status, again.body]).toEqual([200, first.body])
    expect((await take(ann)).status).toBe(200)
    expect((await take(ann)).body.code).toBe('NO_LABEL')
  })

  it('are deleted with their file', async () => {
    await shop.platform.jobs.drain()
    const before = await files()
    const id = await added()
    expect(await files()).toHaveLength(before.length + 1)
    const remove = () => shop.ask('DELETE', `/postal-labels/${id}`, undefined, admin)
    expect((await remove()).status).toBe(200)
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'POSTAL_LABEL_NOT_FOUND' } })
    await shop.platform.jobs.drain()
    expect(await files()).toEqual(before)
    expect((await take(ann)).body.code).toBe('NO_LABEL')
  })

  it('are only a few for somebody of whom the shop has received no box, also when they delete the boxes', async () => {
    const stranger = await shop.signUp('stranger@example.org')
    for (let i = 0; i < MAX_FIRST_LABELS; i++) {
      await added()
      const { shipment } = (await take(stranger)).body
      if (i === 0) expect((await shop.ask('DELETE', `/shipments/${stranger.uid}/${shipment.id}`, undefined, stranger)).status).toBe(200)
    }
    await added()
    expect(await take(stranger)).toMatchObject({ status: 409, body: { code: 'FIRST_LABELS_IN_USE' } })
    const [open] = (await shop.ask('GET', `/shipments/${stranger.uid}`, undefined, stranger)).body.shipments
    await shop.ask('PATCH', `/shipments/admin/${open.id}/status`, { processed: 'yes' }, admin)
    expect((await take(stranger)).status).toBe(200)
  })

  it('let other consignors’ devices pull only when the first comes or the last is taken', async () => {
    const stock = async () => (await sql`select free_count, changed_xid::text from label_stocks`.execute(shop.platform.db)).rows
    await added()
    const first = await stock()
    let pokes = 0
    onTestFinished(shop.platform.events.subscribe({ uid: freshId(), role: 'user', wasAdmin: false }, () => pokes++))
    await added()
    expect((await take(ann)).status).toBe(200)
    expect([await stock(), pokes]).toEqual([first, 0])
    expect((await take(bob)).status).toBe(200)
    expect([await stock(), pokes]).toMatchObject([[{ free_count: 0 }], 1])
  })

  it('run out for somebody who takes many and sends nothing, also when they delete the boxes', async () => {
    const eve = await shop.signUp('eve@example.org')
    await receiveBox(eve.uid)
    for (let i = 0; i < MAX_OPEN_LABELS; i++) {
      await added()
      const { shipment } = (await take(eve)).body
      if (i % 2 === 0) expect((await shop.ask('DELETE', `/shipments/${eve.uid}/${shipment.id}`, undefined, eve)).status).toBe(200)
    }
    await added()
    expect((await take(eve)).body.code).toBe('LABELS_IN_USE')
    const [open] = (await shop.ask('GET', `/shipments/${eve.uid}`, undefined, eve)).body.shipments
    await shop.ask('PATCH', `/shipments/admin/${open.id}/status`, { delivered: 'yes' }, admin)
    // the label of a received box goes with its shipment, and counts no longer
    expect((await shop.ask('DELETE', `/shipments/admin/${open.id}`, undefined, admin)).status).toBe(200)
    expect((await take(eve)).status).toBe(200)
    await added()
    expect((await take(eve)).body.code).toBe('LABELS_IN_USE')
  })

  it('are not given out after a restore until an admin confirms it, because one may be used already', async () => {
    await added()
    const { db } = shop.platform
    await db.updateTable('cluster').set({ restore_detected_at_ms: 1 }).execute()
    expect(await take(bob)).toMatchObject({ status: 409, body: { code: 'PAYOUTS_CLOSED' } })
    await db.updateTable('cluster').set({ restore_detected_at_ms: null }).execute()
    expect((await take(bob)).status).toBe(200)
  })
})
