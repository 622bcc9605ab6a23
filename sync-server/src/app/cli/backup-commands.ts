import { dirname, resolve } from 'node:path'
import type { SecurityKind } from '@shop/shared/accounts/rules/security-record.ts'
import { type SinceBackup, takeUpRecord } from '../../accounts/record/since-backup.ts'
import { pictureArchive } from '../../images/picture-archive.ts'
import { backUp } from '../../platform/backup/back-up.ts'
import { BackupProblem, type Progress } from '../../platform/backup/backup-format.ts'
import { type CheckedBackup, checkBackup } from '../../platform/backup/read-backup.ts'
import { nameOf, restore } from '../../platform/backup/restore.ts'
import { type Config, readConfig } from '../config.ts'
import { NIGHTLY } from '../nightly-backup.ts'
import { databaseOf, recordDirsOf } from '../server.ts'
import { startFailure } from '../start-failure.ts'
import type { Surroundings } from './admin-command.ts'

const BACKUP_USAGE = `Usage: npm run backup             writes a backup of the shop into BACKUP_DIR (DATA_DIR/backups unless set), while it is open or closed
       npm run backup -- FILE     the same into a file of that name`
const RESTORE_USAGE = `Usage: npm run restore -- FILE             makes the shop what it was when the backup was made; only where there is no shop yet
       npm run restore -- FILE --replace   the same where there is one, which is kept aside
       npm run restore -- FILE --plain     restores a backup that is not encrypted although BACKUP_PASSPHRASE_FILE is set`

const ENCRYPTED =
  'It is encrypted: keep its passphrase in another place than the file. Without it nobody can restore the backup, and you cannot either.'
const NOT_ENCRYPTED =
  'It is not encrypted: whoever has this file has the shop. Keep it where nobody else can read it, and on another machine, or set BACKUP_PASSPHRASE_FILE.'

const plainRefusal = (path: string) =>
  `${path} is not encrypted, although BACKUP_PASSPHRASE_FILE is set: whoever can write there may have made it. If you know where it comes from, add --plain.`

/** Milliseconds after which a run first prints its progress, and the interval of the later lines. */
const SAY_AFTER_MS = 1_000
const SAY_EVERY_MS = 2_000

/** The folder of a backup for which no file is named. */
export const backupDirOf = ({ backupDir, dataDir }: Config): string => backupDir ?? resolve(dataDir, 'backups')

export async function runBackup(args: readonly string[], { env, say }: Surroundings = { env: process.env, say: console }): Promise<number> {
  const by = args.includes(NIGHTLY) ? 'night' : 'commandLine'
  const [file, ...rest] = args.filter((arg) => arg !== NIGHTLY)
  if (rest.length > 0 || file?.startsWith('-')) return usage(say, BACKUP_USAGE)
  return orSay(say, async () => {
    const config = readConfig(env)
    const nowMs = Date.now()
    const path = file === undefined ? resolve(backupDirOf(config), `shop-${nameOf(nowMs)}.backup`) : fromWhereAsked(env, file)
    const archive = pictureArchive(config)
    const where = archive.bucket === null ? ({ where: 'here' } as const) : ({ where: 'bucket', bucket: archive.bucket } as const)
    const made = await backUp(databaseOf(config), { ...archive, where }, path, {
      ...{ nowMs, progress: progressOn(say, 'backed up'), passphrase: config.backupPassphrase, by },
    })
    say.log(`${path}: ${contentsOf(made)}.`)
    if (archive.bucket !== null) say.log(`The pictures are not in it: they are in the bucket ${archive.bucket}, which keeps them.`)
    say.log(made.isEncrypted ? ENCRYPTED : NOT_ENCRYPTED)
  })
}

export async function runRestore(
  args: readonly string[],
  { env, say }: Surroundings = { env: process.env, say: console },
): Promise<number> {
  const [replaces, takesPlain] = [args.includes('--replace'), args.includes('--plain')]
  const [file, ...rest] = args.filter((arg) => arg !== '--replace' && arg !== '--plain')
  if (file === undefined || file.startsWith('-') || rest.length > 0) return usage(say, RESTORE_USAGE)
  return orSay(say, async () => {
    const config = readConfig(env)
    const path = fromWhereAsked(env, file)
    const passphrase = config.backupPassphrase
    const checked = await checkBackup(path, passphrase)
    if (passphrase !== undefined && !checked.isEncrypted && !takesPlain) throw new BackupProblem(plainRefusal(path))
    say.log(
      `${path}: ${contentsOf(checked)}, made at ${new Date(checked.header.madeAtMs).toLocaleString()}${checked.isEncrypted ? ', encrypted' : ''}.`,
    )
    const archive = pictureArchive(config)
    const nowMs = Date.now()
    let since: SinceBackup | undefined
    const takeUp = { dirs: [...recordDirsOf(config), dirname(path)], madeAtMs: checked.header.madeAtMs, nowMs }
    const { aside, leftOut } = await restore(databaseOf(config), path, checked, {
      ...{ nowMs, replaces, passphrase, keepPicture: archive.keep, progress: progressOn(say, 'restored') },
      also: async (tx) => {
        since = await takeUpRecord(tx, takeUp)
        // last, so that a refused restore changes no picture of the shop; before the commit, so that no restored shop lacks one
        await archive.publish()
      },
    }).finally(archive.letGo)
    say.log('The shop is restored. Start it: every device brings back by itself what it sold since the backup.')
    say.log('Everybody has to sign in again; what a device has not sent yet stays on it.')
    if (since) saySinceBackup(say, since)
    say.log('Paying out stays closed until an admin has looked at the books and confirms under Payout Requests.')
    if (config.backupDir !== undefined)
      say.log(
        `From its start on it writes backups and the list of erasures into ${config.backupDir}. For a trial, start it with BACKUP_DIR= instead.`,
      )
    if (aside !== null) say.log(`What was there before is kept in ${aside}.`)
    if (leftOut.length > 0) say.log(`Left out, for they are not the shop's: the tables ${leftOut.join(', ')}.`)
    const { pictures } = checked.header
    if (pictures.where === 'bucket' && pictures.bucket !== archive.bucket)
      say.log(`Its pictures are not in the backup: they were kept in the bucket ${pictures.bucket}. Set S3_BUCKET to show them.`)
  })
}

/** Maximum number of changes to list. The others are only counted; the audit log lists them. */
const SHOWN_CHANGES = 50

const CHANGE_WORDS: Partial<Record<SecurityKind, string>> = {
  signUp: 'signed up',
  passwordReset: 'set a new password by a link',
  passwordChanged: 'changed the password',
  passwordAdded: 'set a first password',
  roleChanged: 'got another role',
  providerLinked: 'linked a sign-in at a provider',
  providerUnlinked: 'lost a sign-in at a provider',
  factorChanged: 'changed the second factor',
  emailProved: 'proved the e-mail address',
  emailVouched: 'was vouched for',
  accountClosed: 'was closed',
  dataErased: 'was erased: the next start repeats it, if erasures.jsonl is there',
}

/** Prints what the files of the security record tell about the time since the backup. */
function saySinceBackup(say: Surroundings['say'], { changes, adminsAgain, renewalCount, factorCount, lost }: SinceBackup): void {
  if (changes.length > 0) say.log('Since the backup these changed, and are again what they were:')
  for (const { atMs, kind, uid, email, detail } of changes.slice(0, SHOWN_CHANGES))
    say.log(
      `  ${new Date(atMs).toLocaleString()}  ${email ?? uid ?? 'somebody'} ${CHANGE_WORDS[kind] ?? kind}${detail.to ? `: ${detail.to}` : ''}`,
    )
  if (changes.length > SHOWN_CHANGES) say.log(`  … and ${changes.length - SHOWN_CHANGES} more, which the audit log lists.`)
  for (const email of adminsAgain) say.log(`${email} is an admin again. To take that back: npm run admin -- demote EMAIL.`)
  if (factorCount > 0)
    say.log(
      `${factorCount === 1 ? 'One person' : `${factorCount} people`} changed the second step since: what they had removed is removed again, what they had added is gone. Whoever cannot give theirs: npm run admin -- reset-second-factor EMAIL.`,
    )
  if (renewalCount > 0)
    say.log(
      `${renewalCount === 1 ? 'One password' : `${renewalCount} passwords`} must be set anew: by “Forgot password?”, or by npm run admin -- reset-password EMAIL.`,
    )
  if (!lost) return
  const [from, to] = [lost.fromMs, lost.toMs].map((ms) => new Date(ms).toLocaleString())
  say.log(`No record beside the backups covers ${from} to ${to}: check roles, and who may sign in, by hand.`)
}

/** Resolves a path against the folder in which the command was typed, because npm changes to the project's folder. */
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
