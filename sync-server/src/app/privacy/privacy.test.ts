import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { editProfile } from '@shop/shared/accounts/commands/edit-profile.ts'
import { pseudonymOf } from '@shop/shared/accounts/rules/erasure.ts'
import { PROTOCOL_VERSION } from '@shop/shared/kernel/protocol-version.ts'
import { requestPayout } from '@shop/shared/payouts/commands/request-payout.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { startS3Server } from '../../images/testing/s3-server.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { freshId, queued } from '../../platform/testing/commands.ts'
import { forEachDatabase, temporaryDir } from '../../platform/testing/databases.ts'
import { setRoleByEmail } from '../cli/admin-commands.ts'
import { plainTables, tables } from '../tables.ts'
import { MARKS, marksIn, PDF, shopWithZelda } from '../testing/known-person.ts'
import { proveEmail } from '../testing/proved.ts'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../testing/shop.ts'
import { readAuthor } from './erasure-author.ts'
import { ErasureList, type ListAuthor } from './erasure-list.ts'
import { heldData } from './held-data.ts'

/** Reads the files of an archive by its directory. */
function unzipped(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength, header] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)]
    const data = header + 30 + archive.readUInt16LE(header + 26)
    const bytes = inflateRawSync(archive.subarray(data, data + packed))
    expect(bytes.length).toBe(archive.readUInt32LE(at + 24))
    files.set(archive.toString('utf8', at + 46, at + 46 + nameLength), bytes)
    at += 46 + nameLength
  }
  return files
}

const confirmed = { name: 'Zelda Quixote' }

describe('what the shop holds', () => {
  it('has a decision about export and erasure for every table', () => {
    const known = [...tables.map(({ name }) => name), ...plainTables.map(({ name }) => name)]
    expect(Object.keys(heldData).sort()).toEqual(known.sort())
  })
})

forEachDatabase('a person’s data', (open, kind) => {
  let shop: TestShop
  let dataDir: string
  let made: Awaited<ReturnType<typeof shopWithZelda>>
  let stored: () => readonly string[]

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-privacy-'))
    // one database keeps its files on the disk, the other in a bucket
    const s3 = kind === 'postgres' ? await startS3Server() : undefined
    stored = () => (s3 ? [...s3.objects.keys()] : existsSync(join(dataDir, 'images')) ? readdirSync(join(dataDir, 'images')) : [])
    shop = await testShop(await open(), { ...OPENED, DATA_DIR: dataDir, ...s3?.environment })
    made = await shopWithZelda(shop)
    return async () => {
      await s3?.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  const download = async (uid: string, token: string) => {
    const request = new Request(`http://localhost/api/auth/users/${uid}/export`, { headers: { authorization: `Bearer ${token}` } })
    const response = await shop.server.fetch(request)
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  it('is exported in one file for the person and for admins, without secrets, margins or other people', async () => {
    expect(Object.keys(await marksIn(shop)).sort()).toEqual([...MARKS].sort())
    expect((await download(made.zelda.uid, made.admin.token)).status).toBe(200)
    const { status, headers, bytes } = await download(made.zelda.uid, made.zelda.token)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(headers.get('content-disposition')).toBe(`attachment; filename="my-data-${made.zelda.uid.slice(0, 8)}.zip"`)
    const files = unzipped(bytes)
    const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null')
    const named = Object.values(heldData).flatMap((held) => ('file' in held && held.file !== null ? [held.file] : []))
    for (const name of named) expect([name, Array.isArray(json(name))]).toEqual([name, true])
    expect(json('profile.json')).toMatchObject([{ email: 'zelda@windmill.example', username: 'zelda-q', displayName: 'Zelda Quixote' }])
    expect(json('addresses.json')).toMatchObject([{ street: '12 Windmill Lane' }])
    expect(json('sales.json')).toMatchObject([{ itemName: 'Lance', salePriceCents: 2_000, payoutCents: 1_000 }])
    expect(json('payouts.json')).toMatchObject([{ amountCents: 400, handle: '$zqcash', status: 'paid' }])
    expect(json('ledger.json').map(({ kind: kindOf }: { kind: string }) => kindOf)).toContain('pos_sale')
    expect(json('devices.json')).toMatchObject([{ device: 'ZeldaPhone', address: '203.0.113.77' }])
    // an admin who acted on the account left no address in it
    const exports = json('security.json').filter(({ kind: kindOf }: { kind: string }) => kindOf === 'dataExported')
    expect(exports).toMatchObject([{ address: null, device: '' }, { address: '127.0.0.1' }])
    expect(json('security.json')).toContainEqual(expect.objectContaining({ address: '203.0.113.77' }))
    expect(json('mails.json').map(({ text }: { text: string }) => text.trim())).toContain('Dear Zelda')
    expect(json('trades.json')).toMatchObject([{ shippingAddress: { street: '12 Windmill Lane' }, trackingNumber: '9400ZQ' }])
    expect(json('notifications.json')).toMatchObject([{ service: 'push.example' }])
    expect(json('waiting-requests.json')).toMatchObject([{ message: 'Too low' }])
    expect(json('changes-by-admins.json').length).toBeGreaterThan(1)
    expect(files.get(`files/label-${made.trade.id}.pdf`)?.equals(PDF)).toBe(true)
    expect(files.get('files/profile-picture.jpg')?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    const all = [...files.values()].map((file) => file.toString('latin1')).join('\n')
    for (const forbidden of ['shopCents', '"password":', '"token":', 'p256dh', 'zelda-secret', ADMIN_EMAIL, made.adminUid])
      expect([forbidden, all.includes(forbidden)]).toEqual([forbidden, false])

    const other = await shop.signUp('other@example.org')
    expect((await download(made.zelda.uid, other.token)).status).toBe(403)
    expect((await download(made.zelda.uid, made.admin.token)).status).toBe(200)
  })

  it('can be exported only ten times in a row', async () => {
    const often = await shop.signUp('often@example.org')
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await download(often.uid, often.token)).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it('is kept apart from strangers whose e-mail is the same or the end of another one, or whose name is a word of stored JSON', async () => {
    const mail = { email: 'victim@gmail.example', subject: 'For you', htmlContent: '<p>Ask jane@gmail.example as well</p>' }
    await shop.ask('POST', '/admin/send-email', mail, made.admin)
    const everything = async () =>
      (
        await sql`select id, text from mails where to_address = 'victim@gmail.example' and kind = 'mail.written'
          union all select id, args::text from command_log where args is not null and uid = ${made.adminUid} order by 1`.execute(
          shop.platform.db,
        )
      ).rows
    const before = await everything()
    expect(before.length).toBeGreaterThan(2)
    for (const [email, name] of [
      ['victim@gmail.example', 'uid'],
      ['e@gmail.example', 'lines'],
    ] as const) {
      const { token, user } = (await shop.ask('POST', '/identity/sign-up/email', { email, password: PASSWORD, name })).body
      if (email === 'e@gmail.example') await proveEmail(shop, email, token)
      const files = unzipped((await download(user.id, token)).bytes)
      expect(files.get('mails.json')?.toString()).not.toContain('jane@')
      expect((await shop.ask('POST', `/auth/users/${user.id}/erase`, { name }, { token })).status).toBe(200)
      await shop.platform.jobs.drain()
    }
    expect(await everything()).toEqual(before)
  })

  it('is erased only after everything is settled and the name is typed; before that the answer says what is left', async () => {
    const { zelda, admin } = made
    const other = await shop.signUp('stranger@example.org')
    const erase = (body: unknown, by: { token: string }) => shop.ask('POST', `/auth/users/${zelda.uid}/erase`, body, by)
    expect((await erase(confirmed, other)).status).toBe(403)
    expect((await erase({ name: 'Zelda' }, zelda)).body).toMatchObject({ code: 'NAME_DIFFERS', fields: { name: expect.any(String) } })
    await shop.ask('PUT', `/sales/balance/${zelda.uid}`, { balance: 3.5 }, admin)
    const { body } = await shop.ask('GET', `/auth/users/${zelda.uid}/erasure`, undefined, zelda)
    expect(body).toMatchObject({ name: 'Zelda Quixote', availableCents: 350, pieces: 0, openTrades: 0, isLastAdmin: false })
    expect((await erase(confirmed, zelda)).body).toMatchObject({ code: 'NOT_SETTLED', message: 'To be settled first: a balance of $3.50.' })
    await shop.ask('PUT', `/sales/balance/${zelda.uid}`, { balance: 0 }, admin)
    // an admin who has no sign-in does not count
    const earlier = { email: 'earlier@example.org', displayName: 'Earlier', role: 'admin' }
    expect((await shop.ask('POST', '/auth/users', earlier, admin)).status).toBe(200)
    const own = await shop.ask('GET', `/auth/users/${made.adminUid}/erasure`, undefined, admin)
    expect(own.body.isLastAdmin).toBe(true)
  })

  it('is erased from every table, the pictures and the sign-in, while the books stay unchanged', async () => {
    const { zelda, admin, sale } = made
    const books = async () => (await shop.ask('POST', '/sales/ledger/check', undefined, admin)).body
    const ledger = async () =>
      (await sql`select posting_id, account, uid, amount_cents, at_ms from ledger_entries order by id`.execute(shop.platform.db)).rows
    const sold = async () =>
      (await sql`select id, payout_cents, shop_cents, sold_at_ms from sales order by id`.execute(shop.platform.db)).rows
    const before = [await ledger(), await sold()]
    expect(stored().length).toBe(2)

    const erased = await shop.ask('POST', `/auth/users/${zelda.uid}/erase`, confirmed, zelda)
    expect([erased.status, erased.body.name]).toEqual([200, pseudonymOf(zelda.uid)])
    expect((await shop.ask('GET', '/auth/me', undefined, zelda)).status).toBe(401)
    await shop.platform.jobs.drain()

    expect(await marksIn(shop)).toEqual({})
    expect(stored()).toEqual([])
    expect([await ledger(), await sold()]).toEqual(before)
    expect((await books()).mismatches ?? []).toEqual([])
    const receipt = await sql<{ lines: { consignorName: string }[] }>`select lines from pos_sales where id = ${sale.saleId}`.execute(
      shop.platform.db,
    )
    expect(receipt.rows[0]?.lines[0]?.consignorName).toBe(pseudonymOf(zelda.uid))
    expect((await shop.ask('POST', '/auth/erased', { uids: [zelda.uid, made.adminUid] })).body).toEqual({
      erased: [zelda.uid],
      sessionEnded: false,
    })
    expect((await shop.ask('POST', `/auth/users/${zelda.uid}/erase`, { name: pseudonymOf(zelda.uid) }, admin)).status).toBe(404)
    expect((await download(zelda.uid, admin.token)).status).toBe(404)
    // somebody else can sign up with the address
    expect((await shop.signUp('zelda@windmill.example')).uid).not.toBe(zelda.uid)
  })
})

forEachDatabase('a restored shop', (open) => {
  const opened = async () => {
    const dataDir = await temporaryDir()
    const platform = await open()
    const shop = await testShop(platform, { ...OPENED, DATA_DIR: dataDir })
    const made = await shopWithZelda(shop)
    await shop.ask('PUT', `/sales/balance/${made.zelda.uid}`, { balance: 7 }, made.admin)
    return { ...made, shop, platform, dataDir }
  }

  it('erases everybody on the list again before it answers a request, even if something is unsettled in the backup', async () => {
    const { platform, dataDir, zelda, admin, adminUid } = await opened()
    await new ErasureList({ dataDir, backupDir: undefined }).add(await readAuthor(platform), [{ uid: zelda.uid, atMs: 1 }])
    const again = await testShop(platform, { ...OPENED, DATA_DIR: dataDir })
    // the job that runs next still has the words to look for
    expect([...new Set(Object.values(await marksIn(again)).flat())]).toEqual(['jobs'])
    expect((await again.ask('GET', '/auth/me', undefined, zelda)).status).toBe(401)
    await platform.jobs.drain()
    expect(await marksIn(again)).toEqual({})
    expect((await again.ask('POST', '/sales/ledger/check', undefined, admin)).body.mismatches).toEqual([])

    // work that devices return after the restore brings nothing back either
    const commands = [
      queued(editProfile, { uid: zelda.uid, changes: { displayName: 'Zelda Quixote' } }),
      queued(requestPayout, { payoutId: freshId(), uid: zelda.uid, amountCents: 100, method: 'cashapp', handle: '$zqcash' }),
    ].map((command) => ({ ...command, replay: true }))
    for (const uid of [zelda.uid, adminUid]) {
      const actor = { uid, role: uid === adminUid ? 'admin' : 'user', wasAdmin: false } as const
      const own = commands.map((command) => ({ ...command, id: freshId() }))
      const { results } = await platform.push(actor, { clientId: freshId(), protocol: PROTOCOL_VERSION, commands: own })
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    }
    const { rows } = await sql`select 1 from payouts where handle <> ''`.execute(platform.db)
    expect(rows).toEqual([])
  })

  it('reports that it has no list, and keeps a list from then on', async () => {
    const { shop, platform, dataDir, zelda } = await opened()
    await shop.ask('PUT', `/sales/balance/${zelda.uid}`, { balance: 0 }, { token: await shop.signIn(ADMIN_EMAIL) })
    expect((await shop.ask('POST', `/auth/users/${zelda.uid}/erase`, confirmed, zelda)).status).toBe(200)
    const list = new ErasureList({ dataDir, backupDir: undefined })
    expect((await list.read(await readAuthor(platform))).own.map(({ uid }) => uid)).toEqual([zelda.uid])
    expect(readFileSync(list.paths[0] ?? '', 'utf8')).toMatch(/^[\w-]{43} \{"uid":"[0-9a-f-]{36}","atMs":\d+,"by":"[\w-]{16}"\}\n$/)

    await rm(list.paths[0] ?? '')
    const said: string[] = []
    const log = { ...platform.log, warn: (...words: unknown[]) => void said.push(String(words.at(-1))) } as typeof platform.log
    await testShop({ ...platform, log, isMoved: () => true }, { ...OPENED, DATA_DIR: dataDir })
    expect(said).toContainEqual(expect.stringMatching(/list of erasures is not there/))
    // people whom the database knows as erased are listed again
    expect((await list.read(await readAuthor(platform))).own.map(({ uid }) => uid)).toEqual([zelda.uid])
  })

  const isErased = async ({ db }: Platform, uid: string) =>
    (await db.selectFrom('users').select('erased_at_ms').where('id', '=', uid).executeTakeFirstOrThrow()).erased_at_ms !== null
  const restored = ({ db }: Platform) => db.updateTable('cluster').set({ restore_detected_at_ms: 1 }).execute()
  /** The author of lines in another copy of the same shop, such as a trial of its backup. */
  const copyOf = async (platform: Platform): Promise<ListAuthor> => ({ ...(await readAuthor(platform)), identity: 'another database' })

  it('ignores the lines of the list that another shop sealed or nobody sealed, and reports them', async () => {
    const { platform, dataDir, zelda } = await opened()
    const list = new ErasureList({ dataDir, backupDir: undefined })
    await restored(platform)
    await list.add({ ...(await readAuthor(platform)), secret: 'guessed' }, [{ uid: zelda.uid, atMs: 1 }])
    appendFileSync(list.paths[0] ?? '', `{"uid":"${zelda.uid}","atMs":1}\n`)
    const said: string[] = []
    const log = { ...platform.log, warn: (...words: unknown[]) => void said.push(String(words.at(-1))) } as typeof platform.log
    await testShop({ ...platform, log }, { ...OPENED, DATA_DIR: dataDir })
    expect(await isErased(platform, zelda.uid)).toBe(false)
    expect(said).toContainEqual(expect.stringMatching(/lines that this shop did not write/))
  })

  it('erases a listed person who is its only admin, but not before there is another admin', async () => {
    const { platform, dataDir, adminUid, zelda } = await opened()
    await restored(platform)
    await new ErasureList({ dataDir, backupDir: undefined }).add(await copyOf(platform), [{ uid: adminUid, atMs: 1 }])
    const again = await testShop(platform, { ...OPENED, DATA_DIR: dataDir })
    expect(await isErased(platform, adminUid)).toBe(false)
    expect(await again.signIn(ADMIN_EMAIL)).not.toBe('')
    await setRoleByEmail(platform, 'zelda@windmill.example', 'admin')
    await look(platform)
    expect([await isErased(platform, adminUid), await isErased(platform, zelda.uid)]).toEqual([true, false])
  })

  it('erases again soon after the database was restored under the running server', async () => {
    const { platform, dataDir, zelda } = await opened()
    await new ErasureList({ dataDir, backupDir: undefined }).add(await copyOf(platform), [{ uid: zelda.uid, atMs: 1 }])
    await look(platform)
    expect(await isErased(platform, zelda.uid)).toBe(false)
    // after pg_restore this row names the database of which the backup was made
    await platform.db.updateTable('cluster').set({ erasures_followed_on: 'the database of the backup' }).execute()
    await look(platform)
    expect(await isErased(platform, zelda.uid)).toBe(true)
  })

  it('does not erase somebody whom a trial of its backup, with the same folder, erased', async () => {
    const { platform, dataDir, zelda } = await opened()
    await new ErasureList({ dataDir, backupDir: undefined }).add(await copyOf(platform), [{ uid: zelda.uid, atMs: 1 }])
    await testShop(platform, { ...OPENED, DATA_DIR: dataDir })
    expect(await isErased(platform, zelda.uid)).toBe(false)
  })

  /** Runs the job that looks for a restore, without waiting for its next minute. */
  async function look(platform: Platform): Promise<void> {
    await platform.db
      .updateTable('jobs')
      .set({ run_at: new Date(0) })
      .where('schedule_key', '=', 'privacy.eraseAgain')
      .execute()
    await platform.jobs.drain()
  }
})

describe('the list of erasures', () => {
  it('is kept in the folders of the data and of the backups, and survives a torn line and the loss of one copy', async () => {
    const [dataDir, backupDir] = [join(await temporaryDir(), 'data'), join(await temporaryDir(), 'backups')]
    const list = new ErasureList({ dataDir, backupDir })
    const author = { secret: 'secret', identity: 'here' }
    expect([list.exists, (await list.read(author)).all]).toEqual([false, []])
    await list.add(author, [{ uid: 'a', atMs: 1 }])
    await list.add(author, [{ uid: 'a', atMs: 2 }])
    appendFileSync(list.paths[0] ?? '', 'seal {"uid":"b","at')
    await list.add(author, [{ uid: 'c', atMs: 3 }])
    expect(await list.read(author)).toMatchObject({
      all: [
        { uid: 'a', atMs: 1 },
        { uid: 'c', atMs: 3 },
      ],
      unsealed: 0,
    })
    await rm(dataDir, { recursive: true })
    expect((await list.read(author)).own.map(({ uid }) => uid)).toEqual(['a', 'c'])
    expect(await list.read({ ...author, identity: 'restored' })).toMatchObject({ all: [{ uid: 'a' }, { uid: 'c' }], own: [] })
    expect(await list.read({ ...author, secret: 'another shop' })).toEqual({ all: [], own: [], unsealed: 2 })
  })
})
