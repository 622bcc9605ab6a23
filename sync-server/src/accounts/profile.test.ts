import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_ADDRESSES } from '@shop/shared/accounts/rules/address.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, type TestShop, testShop } from '../app/testing/shop.ts'
import { phonePhoto, twoHalves } from '../images/testing/pictures.ts'
import { startS3Server } from '../images/testing/s3-server.ts'
import { sql } from '../platform/database/sql.ts'
import { freshId } from '../platform/testing/commands.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'

const home = { name: 'Ann', street: '1 Main St', city: 'Austin', state: 'TX', zip: '73301' }
type Person = { uid: string; token: string }

/** A picture form as a browser sends it. */
async function form(bytes: Uint8Array, { type = 'image/png', field = 'profileImage', name = 'me.png' } = {}) {
  const data = new FormData()
  data.append('note', 'fields nobody asked for are ignored')
  data.append(field, new File([bytes as Uint8Array<ArrayBuffer>], name, { type }))
  const request = new Request('http://localhost', { method: 'POST', body: data })
  return { raw: new Uint8Array(await request.arrayBuffer()), headers: { 'content-type': request.headers.get('content-type') as string } }
}

forEachDatabase('a person’s own profile', (open) => {
  let shop: TestShop
  let dataDir: string
  let ann: Person
  let bob: Person

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-profile-'))
    shop = await testShop(await open(), { ...OPENED, DATA_DIR: dataDir })
    ann = await shop.signUp('ann@example.org')
    bob = await shop.signUp('bob@example.org')
  }, 60_000)
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  const me = async (by: Person = ann) => (await shop.ask('GET', '/auth/me', undefined, by)).body

  it('changes only in the fields that a request sends', async () => {
    const before = await me()
    expect(before).toMatchObject({ discord: null, discordNotificationsEnabled: true, addresses: [] })
    const put = (body: unknown) => shop.ask('PUT', '/auth/me', body, ann)
    const answer = await put({
      discordNotificationsEnabled: false,
      discord: { id: '80351110224678912', username: 'forged' },
      role: 'admin',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      role: 'user',
      discordNotificationsEnabled: false,
      discord: { id: '80351110224678912', username: '', linkedAt: null },
    })
    expect((await put({ displayName: 'Anna' })).body).toMatchObject({ displayName: 'Anna', discordNotificationsEnabled: false })
    expect((await put({})).body).toMatchObject({ displayName: 'Anna' })
    expect((await put({ discord: null })).body.discord).toBeNull()
    expect((await put({ discord: '80351110224678912' })).body.discord.id).toBe('80351110224678912')
    expect((await put({ displayName: ' ' })).body.fields).toEqual({ displayName: 'Please enter your name' })
    expect((await put({ discord: { id: '<@1>' } })).status).toBe(400)
    expect((await put({ discord: 7 })).status).toBe(400)
    expect((await put({ discordNotificationsEnabled: 'no' })).body.fields).toEqual({
      discordNotificationsEnabled: 'Please send true or false',
    })
  })

  describe('a username', () => {
    const check = async (username: string, by = bob) =>
      (await shop.ask('GET', `/auth/check-username?username=${encodeURIComponent(username)}`, undefined, by)).body
    const choose = (username: unknown, by: Person) => shop.ask('POST', '/auth/set-username', { username }, by)

    it('is available, taken or invalid', async () => {
      expect(await check('Ann_B')).toEqual({ available: true, status: 'available', message: '' })
      const chosen = await choose('Ann_B', ann)
      expect([chosen.status, chosen.body]).toEqual([200, { username: 'ann_b' }])
      expect((await me()).username).toBe('ann_b')
      expect(await check('ANN_b')).toEqual({ available: false, status: 'taken', message: 'Username already taken' })
      expect(await check('ANN_b', ann)).toEqual({ available: true, status: 'own', message: '' })
      expect((await choose('ann_b', ann)).status).toBe(200)
      for (const name of ['', 'ab', 'x'.repeat(21), 'a b c', 'änn'])
        expect(await check(name), name).toMatchObject({ available: false, status: 'invalid' })
      const taken = await choose('aNN_B', bob)
      expect([taken.status, taken.body.code, taken.body.message]).toEqual([409, 'USERNAME_TAKEN', 'Username already taken'])
      const invalid = await choose('a b', bob)
      expect([invalid.status, invalid.body.message]).toEqual([
        400,
        'Username must be 3-20 characters (letters, numbers, hyphens, underscores)',
      ])
      expect((await choose(undefined, bob)).status).toBe(400)
    })

    it('goes to only one of many people who ask for it at the same time', async () => {
      const people = await Promise.all(['r1', 'r2', 'r3', 'r4', 'r5'].map((name) => shop.signUp(`${name}@example.org`)))
      for (const round of ['race', 'again']) {
        const answers = await Promise.all(people.map((one, n) => choose(n % 2 ? round : round.toUpperCase(), one)))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
        for (const { status, body } of answers) if (status === 409) expect(body.message).toBe('Username already taken')
        const { rows } = await sql`select 1 from users where username = ${round}`.execute(shop.platform.db)
        expect(rows).toHaveLength(1)
      }
    })
  })

  describe('addresses', () => {
    it('are added, changed and deleted, with one default', async () => {
      const first = await shop.ask('POST', '/auth/addresses', home, ann)
      expect([first.status, first.body.address]).toEqual([200, { ...home, id: first.body.id, country: 'USA', isDefault: true }])
      const second = await shop.ask('POST', '/auth/addresses', { ...home, street: '2 Side St', country: 'Canada' }, ann)
      expect(second.body.addresses.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([true, false])
      const path = `/auth/addresses/${second.body.id}`
      const changed = await shop.ask('PUT', path, { zip: '1', isDefault: true }, ann)
      expect(changed.body.address).toMatchObject({ street: '2 Side St', zip: '1', country: 'Canada', isDefault: true })
      expect((await me()).addresses.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([false, true])
      const deleted = await shop.ask('DELETE', path, undefined, ann)
      expect(deleted.body).toEqual({ success: true, addresses: [{ ...first.body.address, isDefault: true }] })
      expect((await shop.ask('DELETE', path, undefined, ann)).body.code).toBe('ADDRESS_NOT_FOUND')
      expect((await me(bob)).addresses).toEqual([])
    })

    it('need every field, and say which is missing', async () => {
      const { status, body } = await shop.ask('POST', '/auth/addresses', { ...home, street: ' ', city: null, zip: undefined }, ann)
      expect([status, body.message]).toEqual([400, 'All address fields are required'])
      expect(Object.keys(body.fields)).toEqual(['street', 'city', 'zip'])
    })

    it('are neither shown to nor changed by another person', async () => {
      const { body } = await shop.ask('POST', '/auth/addresses', home, ann)
      const admin = { token: await shop.signIn(ADMIN_EMAIL) }
      for (const by of [bob, admin]) {
        expect((await shop.ask('PUT', `/auth/addresses/${body.id}`, { zip: '1' }, by)).status).toBe(403)
        expect((await shop.ask('DELETE', `/auth/addresses/${body.id}`, undefined, by)).status).toBe(403)
      }
      for (const id of ['nothing', freshId()]) expect((await shop.ask('PUT', `/auth/addresses/${id}`, {}, ann)).status).toBe(404)
    })

    it('are limited in number, and have one default even when several are added at the same time', async () => {
      const carl = await shop.signUp('carl@example.org')
      await Promise.all(Array.from({ length: 6 }, (_, n) => shop.ask('POST', '/auth/addresses', { ...home, zip: String(n + 1) }, carl)))
      const list = (await me(carl)).addresses
      expect(list).toHaveLength(6)
      expect(list.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1)
      await Promise.all(list.slice(0, 5).map(({ id }: { id: string }) => shop.ask('DELETE', `/auth/addresses/${id}`, undefined, carl)))
      expect((await me(carl)).addresses).toEqual([{ ...list[5], isDefault: true }])
      const answers = []
      for (let n = 0; n < MAX_ADDRESSES; n++) answers.push((await shop.ask('POST', '/auth/addresses', home, carl)).status)
      expect(answers).toEqual([...Array(MAX_ADDRESSES - 1).fill(200), 409])
    })

    it('are added once when the same request arrives twice', async () => {
      const dora = await shop.signUp('dora@example.org')
      const headers = { 'idempotency-key': freshId() }
      const answers = [1, 2].map(() => shop.ask('POST', '/auth/addresses', home, { ...dora, headers }))
      for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
      expect((await me(dora)).addresses).toHaveLength(1)
    })
  })

  describe('a picture', () => {
    const upload = async (bytes: Uint8Array, more: Parameters<typeof form>[1] = {}, by: Person = ann) => {
      const sent = await form(bytes, more)
      return shop.ask('POST', '/auth/upload-profile-image', undefined, { ...by, ...sent })
    }
    const kept = () => readdir(join(dataDir, 'images')).catch(() => [])

    it('is stored without its metadata, shown in the profile and served for ever', async () => {
      const { status, body } = await upload(await phonePhoto(), { type: 'image/jpeg', name: '../../me.jpg' })
      expect(status).toBe(200)
      expect(body.imageUrl).toMatch(/^\/api\/images\/[0-9a-f]{64}\.jpg$/)
      expect((await me()).photoURL).toBe(body.imageUrl)
      const response = await shop.server.fetch(new Request(`http://localhost${body.imageUrl}`))
      const headers = Object.fromEntries(response.headers)
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'private, max-age=86400, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const jpeg = new Uint8Array(await response.arrayBuffer())
      expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 400 })
      expect(Buffer.from(jpeg).includes('Secret Person')).toBe(false)
      const again = await shop.server.fetch(
        new Request(`http://localhost${body.imageUrl}`, { headers: { 'if-none-match': headers.etag as string } }),
      )
      expect(again.status).toBe(304)
    })

    it('may be declared as image/jpg, as some cameras call a JPEG; its bytes decide', async () => {
      expect((await upload(await phonePhoto(), { type: 'image/jpg' })).status).toBe(200)
      const forged = await upload(Buffer.from('<script>alert(1)</script>'), { type: 'image/jpg' })
      expect([forged.status, forged.body.message]).toEqual([400, 'Only JPEG, PNG, GIF, and WebP images are allowed'])
    })

    it('replaces the previous picture, which is removed', async () => {
      const first = (await upload(await twoHalves(50, 50).png().toBuffer())).body.imageUrl
      const second = (await upload(await twoHalves(60, 60).png().toBuffer())).body.imageUrl
      await shop.platform.jobs.drain()
      expect(await kept()).toEqual([second.split('/').at(-1)])
      expect((await shop.ask('GET', first)).status).toBe(404)
      expect((await shop.ask('GET', second)).status).toBe(200)
      // a picture that a profile shows stays, even when a job asks for its removal
      await shop.platform.jobs.add([{ kind: 'images.remove', payload: { url: second } }])
      await shop.platform.jobs.drain()
      expect((await shop.ask('GET', second)).status).toBe(200)
    })

    it('is removed together with its file, and cannot be set to another address', async () => {
      const { imageUrl } = (await upload(await twoHalves(65, 65).png().toBuffer())).body
      const put = (photoURL: unknown) => shop.ask('PUT', '/auth/me', { photoURL }, ann)
      for (const forged of [imageUrl, 'https://evil.example/x.jpg', null, 7]) expect((await put(forged)).status, String(forged)).toBe(400)
      expect((await put('')).body.photoURL).toBe('')
      expect((await put('')).body.photoURL).toBe('')
      await shop.platform.jobs.drain()
      expect((await shop.ask('GET', imageUrl)).status).toBe(404)
    })

    it('is a separate file for each person, even when two people upload the same one', async () => {
      const bytes = await twoHalves(70, 70).png().toBuffer()
      const [one, other] = [(await upload(bytes)).body.imageUrl, (await upload(bytes, {}, bob)).body.imageUrl]
      expect(one).not.toBe(other)
    })

    it('is stored once when the same upload arrives twice, and refused when another upload reuses the key', async () => {
      const headers = { 'idempotency-key': freshId() }
      const send = async (side: number) => {
        const sent = await form(await twoHalves(side, side).png().toBuffer())
        return shop.ask('POST', '/auth/upload-profile-image', undefined, { ...ann, ...sent, headers: { ...sent.headers, ...headers } })
      }
      const first = await send(80)
      expect((await send(80)).body).toEqual(first.body)
      expect((await send(81)).body.code).toBe('ID_REUSED')
      await shop.platform.jobs.drain()
      expect((await shop.ask('GET', first.body.imageUrl)).status).toBe(200)
    })

    it('is removed a day later when the server stopped before a profile showed it', async () => {
      const { imageUrl } = (await upload(await twoHalves(85, 85).png().toBuffer())).body
      const { db } = shop.platform
      const jobs = (rows: string) =>
        sql`select 1 from jobs where payload->>'url' = ${rows} and run_at > now() + interval '23 hours'`.execute(db)
      expect((await jobs(imageUrl)).rows).toHaveLength(1)
      // the crash left a whole picture and half of another one, which no profile shows
      const [orphan, cutOff] = ['a', 'b'].map((letter) => `${letter.repeat(64)}.jpg`) as [string, string]
      const folder = join(dataDir, 'images')
      for (const file of [orphan, `${cutOff}.0b0e1a30-0000-4000-8000-000000000000`]) await writeFile(join(folder, file), 'x')
      await shop.platform.jobs.add(
        [orphan, cutOff].map((name) => ({ kind: 'images.remove', payload: { url: `/api/images/${name}` }, inSeconds: 86_400 })),
      )
      await shop.platform.jobs.drain()
      expect((await kept()).filter((file) => /^(a{64}|b{64})/.test(file))).toHaveLength(2)
      await sql`update jobs set run_at = now() where run_at < now() + interval '25 hours' and kind = 'images.remove'`.execute(db)
      await shop.platform.jobs.drain()
      expect((await kept()).filter((file) => /^(a{64}|b{64})/.test(file))).toEqual([])
      expect((await shop.ask('GET', imageUrl)).status).toBe(200)
      expect((await jobs(imageUrl)).rows).toEqual([])
    })

    it('is refused for its format, its declared type or its size, and then leaves no file', async () => {
      const good = await twoHalves(90, 90).png().toBuffer()
      const before = (await me()).photoURL
      await shop.platform.jobs.drain()
      const count = (await kept()).length
      const said = async (bytes: Uint8Array, more?: Parameters<typeof form>[1]) => {
        const { status, body } = await upload(bytes, more)
        return [status, body.message]
      }
      const types = 'Only JPEG, PNG, GIF, and WebP images are allowed'
      expect(await said(good, { type: 'image/svg+xml' })).toEqual([400, types])
      expect(await said(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([400, types])
      expect(await said(good, { field: 'other' })).toEqual([400, 'Please select and crop an image first'])
      expect(await said(Buffer.alloc(0))).toEqual([400, 'Please select and crop an image first'])
      expect((await said(good.subarray(0, 90)))[0]).toBe(400)
      const large = Buffer.concat([good, Buffer.alloc(5 * 1024 * 1024 - good.length)])
      expect(await said(large)).toEqual([413, 'Image must be less than 5MB'])
      expect(await said(Buffer.alloc(9_000_000))).toEqual([413, 'Image must be less than 5MB'])
      for (const raw of ['{}', '--x--', '--x\r\n\r\n'])
        for (const type of ['application/json', 'multipart/form-data', 'multipart/form-data; boundary=x']) {
          const answer = await shop.ask('POST', '/auth/upload-profile-image', undefined, { ...ann, raw, headers: { 'content-type': type } })
          expect([raw, type, answer.status]).toEqual([raw, type, type.includes('boundary') ? 400 : 415])
        }
      expect((await me()).photoURL).toBe(before)
      expect(await kept()).toHaveLength(count)
      // just below the limit it is only an odd picture
      expect((await said(large.subarray(0, -1)))[0]).toBe(200)
    })

    it('is documented as a form', async () => {
      const { paths } = (await shop.ask('GET', '/openapi.json')).body
      const { content } = paths['/auth/upload-profile-image'].post.requestBody
      expect(Object.keys(content)).toEqual(['multipart/form-data'])
      expect(content['multipart/form-data'].schema.properties.profileImage).toMatchObject({
        type: 'string',
        format: 'binary',
        maxLength: 5_242_879,
      })
      expect((await shop.ask('GET', '/docs')).body).toContain('file, at most 5120 kB')
    })

    it('is not found under another name', async () => {
      for (const name of [
        '',
        '..',
        '..%2f..%2fpg%2fPG_VERSION',
        '%2e%2e/pg',
        '%00',
        'x.jpg',
        `${'0'.repeat(64)}.jpg`,
        `${'0'.repeat(64)}.jpg%00`,
      ])
        expect((await shop.ask('GET', `/api/images/${name}`)).status, name).toBe(404)
    })

    it('is refused when uploads come too often', async () => {
      const eve = await shop.signUp('eve@example.org')
      const statuses: number[] = []
      // on a slow machine the limit admits a further upload now and then
      while (statuses.at(-1) !== 429 && statuses.length < 200) statuses.push((await upload(Buffer.from('no picture'), {}, eve)).status)
      expect([...new Set(statuses)]).toEqual([400, 429])
      expect(statuses.length).toBeGreaterThan(40)
    })
  })
})

forEachDatabase('pictures in a bucket', (open) => {
  it('are stored, served and removed there; while the bucket is away, uploads answer 503 and the profile stays', async () => {
    const s3 = await startS3Server()
    const shop = await testShop(await open(), {
      ...OPENED,
      DATA_DIR: join(tmpdir(), 'shop-never-made'),
      ...s3.environment,
      S3_ENDPOINT: `${s3.access.endpoint}/`,
    })
    const ann = await shop.signUp('ann@example.org')
    const upload = async (side: number) => {
      const sent = await form(await twoHalves(side, side).png().toBuffer())
      return shop.ask('POST', '/auth/upload-profile-image', undefined, { ...ann, ...sent })
    }
    const first = (await upload(50)).body.imageUrl
    expect((await shop.ask('GET', first)).status).toBe(200)
    const second = (await upload(60)).body.imageUrl
    await shop.platform.jobs.drain()
    expect([...s3.objects.keys()]).toEqual([`pictures/${second.split('/').at(-1)}`])
    s3.fail(100)
    expect((await upload(70)).status).toBe(503)
    expect((await shop.ask('GET', second)).status).toBe(503)
    s3.fail(0)
    expect((await shop.ask('GET', '/auth/me', undefined, ann)).body.photoURL).toBe(second)
    // the answer was lost or the server died: a picture that reached the bucket is removed a day later
    const { rows } = await sql<{
      url: string
    }>`update jobs set run_at = now() where kind = 'images.remove' returning payload->>'url' as url`.execute(shop.platform.db)
    const lost = rows.map(({ url }) => url).filter((url) => url !== first && url !== second)
    expect(lost).toHaveLength(1)
    s3.objects.set(`pictures/${lost[0]?.split('/').at(-1)}`, { bytes: new Uint8Array([1]), type: 'image/jpeg' })
    await shop.platform.jobs.drain()
    expect([...s3.objects.keys()]).toEqual([`pictures/${second.split('/').at(-1)}`])
    await s3.close()
  })
})
