import { randomBytes } from 'node:crypto'
import { addAddress } from '@shop/shared/accounts/commands/add-address.ts'
import { setRole } from '@shop/shared/accounts/commands/set-role.ts'
import { setUsername } from '@shop/shared/accounts/commands/set-username.ts'
import { editSettings } from '@shop/shared/settings/commands.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { addPerson } from '../accounts/add-person.ts'
import { openShop } from '../accounts/shop-opening.ts'
import type { Thumbnails } from '../images/thumbnails/thumbnails.ts'
import type { Pictures } from '../platform/kernel/pictures.ts'
import { SYSTEM } from '../platform/kernel/system-actor.ts'
import type { Platform } from '../platform/platform.ts'
import { Chance } from './chance.ts'
import { DemoDevice } from './demo-device.ts'
import { type Member, monthOfPayouts } from './demo-payouts.ts'
import { DEMO_ADMINS, DEMO_CONSIGNORS, type DemoConsignor } from './demo-people.ts'
import { keepDemoPictures } from './demo-pictures.ts'
import { DAY_MS, yearOfGoods } from './demo-stock.ts'
import { tradeAmongConsignors } from './demo-trades.ts'
import { arrival, basketsOf, box, customSale, type KeptItem, type Leaving, marketplaceSale, newCategories, tillSale } from './demo-week.ts'

/** Number of items of the demo shop, including items that the shop owns. */
const ITEM_COUNT = 2_000
const SEED = 20_251_121
const WEEK_MS = 7 * DAY_MS
const WEEKS = 52
const WEEKS_A_MONTH = 4
const TIME_ZONE = 'America/Chicago'

/** Parts of a shop that is not set up yet. */
export type UnopenedShop = {
  readonly platform: Platform
  readonly accounts: Accounts
  readonly images: Pictures
  readonly thumbnails: Thumbnails
}
/** Receives progress, line by line. */
type Say = (line: string) => void

/** Fills an empty database with a shop that has been open for a year, by the same commands that people use. At the end it prints who may sign in.
 *  Throws when there are users already. */
export async function fillDemoShop(
  { platform, accounts, images, thumbnails }: UnopenedShop,
  say: Say,
  itemCount = ITEM_COUNT,
): Promise<void> {
  if (await platform.db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new Error('this shop has users already. --demo fills an empty one only; name another folder by DATA_DIR.')
  const chance = new Chance(SEED)
  const password = `demo-${randomBytes(4).toString('hex')}`
  say('Filling a shop with a year of made-up business: two admins, twenty consignors, 2,000 items. This takes about a minute.')
  await keepDemoPictures(thumbnails)
  const [desk, till] = await openDemo(platform, accounts, password, chance)
  const members: Member[] = []
  for (const person of DEMO_CONSIGNORS) members.push(await join(platform, accounts, person, password, chance))
  const cast = { desk, till, members }
  await liveThroughYear(platform, cast, itemCount, chance, say)
  await tradeAmongConsignors({ platform, images, deskUid: desk.uid, members, chance })
  await sendLastBoxes(cast, platform.nowMs(), chance)
  await desk.bring(newCategories(platform.nowMs() - WEEKS * WEEK_MS))
  say(logins(password))
}

async function openDemo(platform: Platform, { identity }: Accounts, password: string, chance: Chance): Promise<[DemoDevice, DemoDevice]> {
  const [first, second] = DEMO_ADMINS
  const opening = { ...first, password, timeZone: TIME_ZONE, shopName: 'Second Spin' }
  const firstUid = await openShop(platform, identity, opening)
  const secondUid = await addPerson(platform, identity, { ...second, password })
  await platform.runCommand(SYSTEM, setRole, { uid: secondUid, role: 'admin' })
  const desk = new DemoDevice(platform, firstUid, chance)
  const changes = { shopAddress: 'Second Spin\n500 Record Row\nChicago, IL 60616', shopVenmo: 'second-spin-demo' }
  await desk.bring([{ command: editSettings, args: { changes }, atMs: platform.nowMs() }])
  return [desk, new DemoDevice(platform, secondUid, chance)]
}

async function join(platform: Platform, { identity }: Accounts, person: DemoConsignor, password: string, chance: Chance): Promise<Member> {
  const uid = await addPerson(platform, identity, { ...person, password })
  await platform.runCommand({ uid, role: 'user', wasAdmin: false }, setUsername, { uid, username: person.username })
  const device = new DemoDevice(platform, uid, chance)
  const { displayName: name, street, city, state, zip } = person
  const args = { id: device.newId(platform.nowMs()), uid, fields: { name, street, city, state, zip, country: 'USA' } }
  await device.bring([{ command: addAddress, args, atMs: platform.nowMs() }])
  return { ...person, uid, device }
}

type Cast = { readonly desk: DemoDevice; readonly till: DemoDevice; readonly members: readonly Member[] }

async function liveThroughYear(platform: Platform, cast: Cast, itemCount: number, chance: Chance, say: Say): Promise<void> {
  const { desk, till, members } = cast
  const nowMs = platform.nowMs()
  const startMs = nowMs - WEEKS * WEEK_MS
  const items: KeptItem[] = yearOfGoods(itemCount, members.length, startMs, nowMs, chance).map((item) => {
    const owner = item.owner === null ? undefined : members[item.owner]
    return { ...item, id: desk.newId(item.cameAtMs), ownerUid: owner?.uid ?? null, ownerName: owner?.displayName ?? '' }
  })
  const leavings = items
    .flatMap((item) => item.departures.map((departure): Leaving => ({ item, departure })))
    .sort((a, b) => a.departure.atMs - b.departure.atMs)
  let receipts = 0
  for (let week = 0; week <= WEEKS; week += 1) {
    const [fromMs, toMs] = [startMs + week * WEEK_MS, startMs + (week + 1) * WEEK_MS]
    const came = items.filter(({ cameAtMs }) => cameAtMs >= (week === 0 ? 0 : fromMs) && cameAtMs < toMs)
    await bringBoxes(cast, came, nowMs, chance)
    await desk.bring(came.map(arrival))
    const left = leavings.filter(({ departure: { atMs } }) => atMs >= fromMs && atMs < toMs)
    const byChannel = (channel: 'till' | 'marketplace') => left.filter(({ departure }) => departure.channel === channel)
    const sold = basketsOf(byChannel('till'), chance).map((basket) => tillSale(basket, ++receipts, (atMs) => till.newId(atMs), chance))
    await till.bring(sold)
    await desk.bring(byChannel('marketplace').map((leaving) => marketplaceSale(leaving, (atMs) => desk.newId(atMs), chance)))
    const isLast = week === WEEKS - 1
    if (week % WEEKS_A_MONTH !== WEEKS_A_MONTH - 1 && !isLast) continue
    // in the last week the first two consignors get a balance; of these two only the second requests a payout, because visitors sign in as the first
    const credited = isLast ? members.slice(0, 2) : [chance.pick(members)]
    await desk.bring(credited.map(({ uid }) => customSale(uid, Math.min(toMs, nowMs) - 2 * DAY_MS, (atMs) => desk.newId(atMs), chance)))
    await monthOfPayouts(platform, desk, isLast ? members.slice(1) : members, Math.min(toMs, nowMs) - DAY_MS, nowMs, chance)
    say(`${Math.min(100, Math.round(((week + 1) / WEEKS) * 100))}% of the year`)
  }
}

/** Adds a box for some of the consignors whose goods came this week. */
async function bringBoxes({ desk, members }: Cast, came: readonly KeptItem[], nowMs: number, chance: Chance): Promise<void> {
  for (const { uid, device } of members) {
    const first = came.find(({ ownerUid }) => ownerUid === uid)
    if (!first || !chance.isTrue(0.6)) continue
    const { sent, received } = box(uid, first.cameAtMs, nowMs, (atMs) => device.newId(atMs), chance)
    await device.bring([sent])
    await desk.bring(received)
  }
}

/** Adds boxes that are on their way, and one box that waits unopened in the shop. */
async function sendLastBoxes({ desk, members }: Cast, nowMs: number, chance: Chance): Promise<void> {
  for (const [nth, { uid, device }] of members.slice(0, 6).entries()) {
    const arrivesAtMs = nowMs + (nth === 0 ? -DAY_MS / 4 : nth * DAY_MS * 0.6)
    const { sent, received } = box(uid, arrivesAtMs, nowMs, (atMs) => device.newId(atMs), chance)
    await device.bring([sent])
    await desk.bring(received)
  }
}

function logins(password: string): string {
  const line = ({ displayName, email }: { displayName: string; email: string }, role: string) =>
    `  ${email.padEnd(24)} ${displayName}${role}`
  return [
    `Everybody’s password is ${password}`,
    ...DEMO_ADMINS.map((person) => line(person, ', admin')),
    ...DEMO_CONSIGNORS.map((person) => line(person, '')),
  ].join('\n')
}
