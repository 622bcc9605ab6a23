import { resolve } from 'node:path'
import { pictureArchive } from '../../images/picture-archive.ts'
import { backUp } from '../../platform/backup/back-up.ts'
import { BackupProblem, type Progress } from '../../platform/backup/backup-format.ts'
import { type CheckedBackup, checkBackup } from '../../platform/backup/read-backup.ts'
import { nameOf, restore } from '../../platform/backup/restore.ts'
import { type Config, readConfig } from '../config.ts'
import { databaseOf } from '../server.ts'
import { startFailure } from '../start-failure.ts'
import type { Surroundings } from './admin-command.ts'

const BACKUP_USAGE = `Usage: npm run backup             writes a backup of the shop into BACKUP_DIR (DATA_DIR/backups unless set), while it is open or closed
       npm run backup -- FILE     the same into a file of that name`
const RESTORE_USAGE = `Usage: npm run restore -- FILE             makes the shop what it was when the backup was made; only where there is no shop yet
       npm run restore -- FILE --replace   the same where there is one, which is kept aside`

/** Longer runs print their progress, at this interval. */
const SAY_AFTER_MS = 1_000
const SAY_EVERY_MS = 2_000

/** Folder of backups without a named file. */
export const backupDirOf = ({ backupDir, dataDir }: Config): string => backupDir ?? resolve(dataDir, 'backups')

/** Runs `npm run backup` and answers the exit code. */
export async function runBackup(args: readonly string[], { env, say }: Surroundings = { env: process.env, say: console }): Promise<number> {
  const [file, ...rest] = args
  if (rest.length > 0 || file?.startsWith('-')) return usage(say, BACKUP_USAGE)
  return orSay(say, async () => {
    const config = readConfig(env)
    const nowMs = Date.now()
    const path = file === undefined ? resolve(backupDirOf(config), `shop-${nameOf(nowMs)}.backup`) : fromWhereAsked(env, file)
    const archive = pictureArchive(config)
    const where = archive.bucket === null ? ({ where: 'here' } as const) : ({ where: 'bucket', bucket: archive.bucket } as const)
    const made = await backUp(databaseOf(config), { where, all: archive.all }, path, { nowMs, progress: progressOn(say, 'backed up') })
    say.log(`${path}: ${contentsOf(made)}.`)
    if (archive.bucket !== null) say.log(`The pictures are not in it: they are in the bucket ${archive.bucket}, which keeps them.`)
    say.log('Whoever has this file has the shop: keep it where nobody else can read it, and on another machine.')
  })
}

/** Runs `npm run restore` and answers the exit code. */
export async function runRestore(
  args: readonly string[],
  { env, say }: Surroundings = { env: process.env, say: console },
): Promise<number> {
  const replaces = args.includes('--replace')
  const [file, ...rest] = args.filter((arg) => arg !== '--replace')
  if (file === undefined || file.startsWith('-') || rest.length > 0) return usage(say, RESTORE_USAGE)
  return orSay(say, async () => {
    const config = readConfig(env)
    const path = fromWhereAsked(env, file)
    const checked = await checkBackup(path)
    say.log(`${path}: ${contentsOf(checked)}, made at ${new Date(checked.header.madeAtMs).toLocaleString()}.`)
    const archive = pictureArchive(config)
    const options = { nowMs: Date.now(), replaces, keepPicture: archive.keep, progress: progressOn(say, 'restored') }
    const { aside, leftOut } = await restore(databaseOf(config), path, checked, options)
    say.log('The shop is restored. Start it: every device brings back by itself what it sold since the backup.')
    say.log('Paying out stays closed until an admin has looked at the books and confirms under Payout Requests.')
    if (aside !== null) say.log(`What was there before is kept in ${aside}.`)
    if (leftOut.length > 0) say.log(`Left out, for they are not the shop's: the tables ${leftOut.join(', ')}.`)
    const { pictures } = checked.header
    if (pictures.where === 'bucket' && pictures.bucket !== archive.bucket)
      say.log(`Its pictures are not in the backup: they were kept in the bucket ${pictures.bucket}. Set S3_BUCKET to show them.`)
  })
}

/** Resolves a file against the folder in which it was typed, since npm changes to the project's folder. */
const fromWhereAsked = (env: Surroundings['env'], file: string) => resolve(env.INIT_CWD ?? '.', file)

function usage(say: Surroundings['say'], text: string): number {
  say.error(text)
  return 2
}

async function orSay(say: Surroundings['say'], work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    say.error(error instanceof BackupProblem ? error.message : startFailure(error).replace(/^Cannot start: /, ''))
    return 1
  }
}

function contentsOf({ header, rowsCount, picturesCount }: CheckedBackup): string {
  const count = (of: number, one: string, many: string) => `${of.toLocaleString('en-US')} ${of === 1 ? one : many}`
  const { tables } = header
  return [
    count(tables.items ?? 0, 'item', 'items'),
    count(tables.sales ?? 0, 'sale', 'sales'),
    count(tables.users ?? 0, 'account', 'accounts'),
    count(picturesCount, 'picture', 'pictures'),
    `${count(rowsCount, 'row', 'rows')} in all`,
  ].join(', ')
}

function progressOn(say: Surroundings['say'], done: string): Progress {
  let nextMs = performance.now() + SAY_AFTER_MS
  return (count, of) => {
    if (performance.now() < nextMs) return
    nextMs = performance.now() + SAY_EVERY_MS
    say.log(`${Math.floor((100 * count) / Math.max(of, 1))} % of the rows ${done}`)
  }
}
