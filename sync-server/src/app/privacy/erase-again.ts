import { Refusal } from '@shop/shared/kernel/errors.ts'
import { anyOf } from '../../platform/database/expressions.ts'
import { scheduleJob } from '../../platform/jobs/job-store.ts'
import { SYSTEM } from '../../platform/kernel/system-actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { eraseOne, namingOf } from './erase-person.ts'
import { readAuthor, type ShopAuthor } from './erasure-author.ts'
import type { ErasureList } from './erasure-list.ts'
import { readPerson } from './person.ts'
import { sweepTraces } from './traces.ts'

/** The job that checks if the database was restored under the running server. */
const LOOK = 'privacy.eraseAgain'
const LOOK_SECONDS = 60

/** Erases again the people whom a restore brought back: at the start, and soon after a database was restored under the running server. */
export class EraseAgain {
  private handledAtMs: number | null = null
  /** People on the list who were not erased because they are the last admin, and whom the log has named. */
  private readonly refused = new Set<string>()

  constructor(
    private readonly platform: Platform,
    private readonly list: ErasureList,
  ) {}

  async schedule(): Promise<void> {
    const { jobs, db } = this.platform
    jobs.handle(LOOK, () => this.look())
    await scheduleJob(db, LOOK, LOOK_SECONDS, LOOK_SECONDS)
  }

  /** Reads the list only after a sign of a restore, because the folder of backups may be slow. */
  private async look(): Promise<void> {
    const shop = await readAuthor(this.platform)
    const { isRestored, detectedAtMs } = shop
    if (isRestored && (detectedAtMs === null || detectedAtMs !== this.handledAtMs || this.refused.size > 0)) await this.follow(shop)
  }

  /** Erases everybody on the list, and adds to the list the people whom the database knows as erased. A shop that was not restored obeys only the
   *  lines that it wrote from this very database. Another copy of the shop, such as a trial of a backup, may share the folder. */
  async run(): Promise<void> {
    await this.follow(await readAuthor(this.platform))
  }

  private async follow(shop: ShopAuthor): Promise<void> {
    const { platform, list } = this
    const { db, log } = platform
    const hadList = list.exists
    const { all, own, unsealed } = await list.read(shop)
    if (unsealed > 0)
      log.warn({ unsealed, paths: list.paths }, 'the list of erasures has lines that this shop did not write; they are ignored')
    const uids = anyOf((shop.isRestored ? all : own).map(({ uid }) => uid))
    const back = await db.selectFrom('users').select('id').where('id', '=', uids).where('erased_at_ms', 'is', null).execute()
    let again = 0
    for (const { id } of back) if (await this.eraseUnlessLastAdmin(id)) again += 1
    const erased = await db.selectFrom('users').select(['id', 'erased_at_ms as atMs']).where('erased_at_ms', 'is not', null).execute()
    await list.add(
      shop,
      erased.map(({ id, atMs }) => ({ uid: id, atMs: atMs ?? 0 })),
    )
    if (again > 0) log.warn({ again }, 'the database still held people who were erased; they were erased again')
    if (again === back.length) await db.updateTable('cluster').set({ erasures_followed_on: shop.identity }).execute()
    this.handledAtMs = shop.detectedAtMs
    if (!hadList && (platform.isMoved() || shop.detectedAtMs !== null))
      log.warn(
        { paths: list.paths },
        'this shop was restored, and the list of erasures is not there; people who were erased after that backup have to be erased again by hand',
      )
  }

  private async eraseUnlessLastAdmin(uid: string): Promise<boolean> {
    const { platform, list, refused } = this
    const person = await readPerson(platform.db, uid)
    try {
      await eraseOne(platform, list, SYSTEM, uid, person)
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.code !== 'LAST_ADMIN') throw thrown
      if (!refused.has(uid))
        platform.log.error({ uid }, 'an erased person is the only admin of the backup, and is erased again once there is another admin')
      refused.add(uid)
      return false
    }
    refused.delete(uid)
    // at the start nobody gets an answer before this sweep is done; if the server dies here, a job does the sweep
    await sweepTraces(platform, namingOf(uid, person))
    return true
  }
}
