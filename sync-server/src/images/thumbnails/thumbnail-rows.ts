import { createHash, randomBytes } from 'node:crypto'
import { MAX_THUMBNAIL_LINK } from '@shop/shared/images/thumbnails.ts'
import { now, secondsFromNow } from '../../platform/database/expressions.ts'
import { type Db, sql, type Tx } from '../../platform/database/sql.ts'
import { storableJson } from '../../platform/database/storable-json.ts'
import { enqueueJobs } from '../../platform/jobs/job-store.ts'
import type { Platform } from '../../platform/platform.ts'

/** The job that removes a file that no row names any more. */
export const REMOVE_THUMBNAIL = 'images.removeThumbnail'
/** Number of attempts at one link. After them the link is given up until an item gets it again. */
export const MAX_TRIES = 8
/** Maximum number of gained or lost links to settle in one transaction. It is small, because the embedded database does nothing else during that
 *  time. */
const TOUCHES_AT_ONCE = 200
/** Seconds for which a server leases a request for a thumbnail. If the server stops, another server may claim the request after this time. */
const LEASE_SECONDS = 120
/** Days for which a host without waiting thumbnails is remembered after its last pause. */
const HOST_FORGOTTEN_DAYS = 7
/** Maximum number of hosts to look at in one claim. */
const HOSTS_AT_ONCE = 20

/** A request for a thumbnail. No other thumbnail ever has the name in `file`, so nothing else is lost when that file is removed. */
export type Wish = {
  readonly id: string
  readonly link: string
  readonly host: string
  readonly file: string
  /** Number of attempts, including this one. */
  readonly tries: number
  /** Number of consecutive failures of its host. */
  readonly hostFailures: number
}

/** Outcome of an attempt at a request. */
export type Outcome =
  | { readonly state: 'made' }
  | { readonly state: 'none'; readonly problem: string }
  /** `hostSeconds`: seconds of the host's pause. */
  | { readonly state: 'later'; readonly problem: string; readonly inSeconds: number; readonly hostSeconds: number }
  /** The server is stopping, so this does not count as an attempt. */
  | { readonly state: 'released' }

const idOf = (link: string) => createHash('sha256').update(link).digest('hex')
export const freshFile = () => `thumb-${randomBytes(32).toString('hex')}.webp`

type Known = { readonly state: 'waiting' | 'made' | 'none'; readonly file: string | null }

/** Reads the thumbnail of a link; undefined for a link that no item shows, that is not settled yet, or that is unusable. */
export async function findThumbnail(db: Db, link: string): Promise<Known | undefined> {
  return db.selectFrom('thumbnails').select(['state', 'file']).where('id', '=', idOf(link)).executeTakeFirst()
}

/** Settles the latest links that items gained or lost. Adds a request for each usable link that an item shows and that has no thumbnail. Removes the
 *  thumbnails of links that no item shows. Answers the number of links. */
export async function settleTouches({ transaction }: Platform): Promise<number> {
  return transaction(async (tx) => {
    const { rows } = await sql<{ link: string; wishedAt: string; isShown: boolean }>`with taken as (
        delete from thumbnail_touches where id in (select id from thumbnail_touches order by id desc limit ${TOUCHES_AT_ONCE} for update skip locked)
        returning link, touched_at)
      select taken.link, max(touched_at)::text as "wishedAt", exists (select 1 from items where items.image_url = taken.link and items.image_url <> '') as "isShown"
      from taken group by taken.link`.execute(tx)
    if (rows.length === 0) return 0
    const wishes = rows
      .filter(({ link, isShown }) => isShown && link.length <= MAX_THUMBNAIL_LINK && URL.canParse(link))
      .map(({ link, wishedAt }) => ({ id: idOf(link), link, host: new URL(link).host, wished_at: wishedAt }))
    const given = storableJson(wishes)
    await sql`insert into thumbnails (id, link, host, state, wished_at) select id, link, host, 'waiting', wished_at
      from jsonb_to_recordset(${given}::jsonb) as w(id text, link text, host text, wished_at timestamptz) order by id
      on conflict (id) do update set state = 'waiting', tries = 0, due_at = now(), wished_at = excluded.wished_at where thumbnails.state = 'none'`.execute(
      tx,
    )
    await sql`insert into thumbnail_hosts (host) select distinct host from jsonb_to_recordset(${given}::jsonb) as w(host text) order by host
      on conflict (host) do update set next_at = now()`.execute(tx)
    const givenUp = rows.filter(({ isShown }) => !isShown).map(({ link }) => idOf(link))
    const removed = await sql<{ file: string | null }>`delete from thumbnails where id = any(${givenUp}::text[]) returning file`.execute(tx)
    await enqueueJobs(
      tx,
      removed.rows.flatMap(({ file }) => (file === null ? [] : [{ kind: REMOVE_THUMBNAIL, payload: { file } }])),
    )
    if (removed.rows.length > 0)
      await sql`delete from thumbnail_hosts where next_at = 'infinity' and free_at < now() - make_interval(days => ${HOST_FORGOTTEN_DAYS}::integer)`.execute(
        tx,
      )
    return rows.length
  })
}

/** Claims the latest request of the host that has rested longest. Pauses that host for `paceMs` on every server of the shop. When no request is due,
 *  answers the milliseconds until one may be due, or null when none is waiting. */
export async function claimWish({ transaction, db }: Platform, paceMs: number): Promise<Wish | { readonly inMs: number | null }> {
  for (let looked = 0; looked < HOSTS_AT_ONCE; looked++) {
    const claimed = await transaction(async (tx) => {
      const hosts = await sql<{
        host: string
        failures: number
      }>`select host, failures from thumbnail_hosts where next_at < 'infinity' and next_at <= now() and free_at <= now()
        order by greatest(next_at, free_at) limit 1 for update skip locked`.execute(tx)
      const [free] = hosts.rows
      if (!free) return 'no host' as const
      const { host, failures } = free
      const wish = await takeWish(tx, host)
      if (wish)
        await tx
          .updateTable('thumbnail_hosts')
          .set({ free_at: secondsFromNow(paceMs / 1_000) })
          .where('host', '=', host)
          .execute()
      else
        await sql`update thumbnail_hosts set next_at = coalesce((select greatest(min(due_at), now() + interval '1 second')
          from thumbnails where state = 'waiting' and host = ${host} having count(*) > 0), 'infinity') where host = ${host}`.execute(tx)
      return wish && { ...wish, hostFailures: failures }
    })
    if (claimed === 'no host') break
    if (claimed) return claimed
  }
  const { rows } = await sql<{
    inMs: number | null
  }>`select (extract(epoch from min(greatest(next_at, free_at)) - now()) * 1000)::double precision as "inMs"
    from thumbnail_hosts where next_at < 'infinity'`.execute(db)
  return { inMs: rows[0]?.inMs ?? null }
}

/** Leases a host's latest due request, so that another server can claim it if this server stops. */
async function takeWish(tx: Tx, host: string): Promise<Omit<Wish, 'hostFailures'> | undefined> {
  const due = tx.selectFrom('thumbnails').select('id').where('state', '=', 'waiting').where('host', '=', host).where('due_at', '<=', now())
  const latest = due.orderBy('wished_at', 'desc').limit(1).forUpdate().skipLocked()
  return tx
    .updateTable('thumbnails')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      due_at: secondsFromNow(LEASE_SECONDS),
      file: eb.fn.coalesce('file', eb.val(freshFile())),
    }))
    .where('id', '=', latest)
    .returning(['id', 'link', 'host', 'file', 'tries'])
    .$narrowType<{ file: string }>()
    .executeTakeFirst()
}

/** Records the outcome of a request. False when the request no longer exists; then a job removes its file. */
export async function noteOutcome({ transaction }: Platform, wish: Wish, outcome: Outcome): Promise<boolean> {
  const { id, host, file, tries } = wish
  return transaction(async (tx) => {
    const isLater = outcome.state === 'later' && tries < MAX_TRIES
    const state = outcome.state === 'made' ? 'made' : isLater || outcome.state === 'released' ? 'waiting' : 'none'
    const problem = outcome.state === 'later' || outcome.state === 'none' ? outcome.problem : null
    const inSeconds = outcome.state === 'later' ? outcome.inSeconds : 0
    const noted = await tx
      .updateTable('thumbnails')
      .set({
        state,
        problem,
        file: state === 'none' ? null : file,
        due_at: secondsFromNow(inSeconds),
        tries: outcome.state === 'released' ? tries - 1 : tries,
      })
      .where('id', '=', id)
      .where('file', '=', file)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    const isWished = noted.numUpdatedRows > 0n
    // an earlier attempt may have stored a file
    if (!isWished || state === 'none') await enqueueJobs(tx, [{ kind: REMOVE_THUMBNAIL, payload: { file } }])
    const itsHost = tx.updateTable('thumbnail_hosts').where('host', '=', host)
    if (outcome.state === 'later')
      await itsHost.set((eb) => ({ failures: eb('failures', '+', 1), free_at: secondsFromNow(outcome.hostSeconds) })).execute()
    else if (outcome.state === 'released') await itsHost.set({ next_at: now() }).execute()
    else await itsHost.set({ failures: 0 }).where('failures', '>', 0).execute()
    return isWished
  })
}

/** Records a thumbnail whose file exists already. */
export async function noteKept(db: Db, link: string, file: string): Promise<void> {
  const { host } = new URL(link)
  await db
    .insertInto('thumbnails')
    .values({ id: idOf(link), link, host, state: 'made', wished_at: now(), file })
    .execute()
}

/** Renews the request for a thumbnail whose file is gone, or gives the link up if its attempts are used up. */
export async function wishAgain({ transaction }: Platform, link: string, file: string): Promise<void> {
  await transaction(async (tx) => {
    const wished = await tx
      .updateTable('thumbnails')
      .set((eb) => ({
        state: eb
          .case()
          .when('tries', '<', MAX_TRIES)
          .then('waiting' as const)
          .else('none' as const)
          .end(),
        file: null,
        due_at: now(),
      }))
      .where('id', '=', idOf(link))
      .where('file', '=', file)
      .where('state', '=', 'made')
      .returning('host')
      .executeTakeFirst()
    if (wished)
      await tx
        .insertInto('thumbnail_hosts')
        .values({ host: wished.host })
        .onConflict((conflict) => conflict.column('host').doUpdateSet({ next_at: now() }))
        .execute()
  })
}

/** True when a file is the thumbnail of a link, or will be. */
export async function isThumbnail(db: Db, file: string): Promise<boolean> {
  return (await db.selectFrom('thumbnails').select('id').where('file', '=', file).executeTakeFirst()) !== undefined
}
