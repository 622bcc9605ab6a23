import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpCodes } from '../accounts/testing/authenticator.ts'
import { runAdmin } from './cli/admin-commands.ts'
import { runBackup, runRestore } from './cli/backup-commands.ts'
import { mailedProof, signUpProved } from './testing/proved.ts'
import { openShop, say, shopEnvironment } from './testing/restorable-shop.ts'
import { ADMIN_EMAIL, PASSWORD } from './testing/shop.ts'

const NEW = 'an entirely new password'

describe.each(['pglite', 'postgres'] as const)('a shop on %s that is restored from a backup', (kind) => {
  it('revives no session, link or invitation, lists the changes since, and accepts no password from before a change', {
    timeout: 300_000,
  }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    const file = join(dir, 'shop.backup')
    let shop = await openShop(env)
    const { uid, token } = await shop.signUp('ann@example.org')
    const admin = await shop.signIn(ADMIN_EMAIL)
    await shop.ask('POST', '/identity/request-password-reset', { email: ADMIN_EMAIL })
    const { rows } = {
      rows: await shop.platform.db.selectFrom('mails').select('text').where('kind', '=', 'accounts.passwordReset').execute(),
    }
    const link = /token=(\S+)/.exec(rows[0]?.text ?? '')?.[1]
    const invited = (await shop.ask('POST', '/admin/invitations', {}, { token: admin })).body.link
    const ended = await shop.signIn('ann@example.org')
    await shop.ask('POST', '/identity/sign-out', {}, { token: ended })
    await say(runBackup, [file], env)
    const change = { currentPassword: PASSWORD, newPassword: NEW, revokeOtherSessions: true }
    expect((await shop.ask('POST', '/identity/change-password', change, { token })).status).toBe(200)
    await shop.signUp('late@example.org')
    await shop.server.close()
    await say(runAdmin, ['promote', 'ann@example.org', '--vouch'], env)

    const said = await say(runRestore, [file, '--replace'], env)
    expect(said).toMatch(/ann@example\.org changed the password\n/)
    expect(said).toMatch(/ann@example\.org got another role: admin\n/)
    expect(said).toMatch(/One password must be set anew/)
    expect(said).not.toMatch(/No record beside the backups/)

    shop = await openShop(env)
    for (const gone of [token, admin]) expect((await shop.ask('GET', '/auth/me', undefined, { token: gone })).status).toBe(401)
    const invitation = /invitation=(\S+)/.exec(invited)?.[1]
    expect((await shop.ask('POST', '/identity/check-invitation', { invitation })).body.code).toBe('INVITATION_REVOKED')
    // the restore ended the first two sessions, so their tills keep their data; the third was signed out before the backup
    const saysEnded = async (of: string) => (await shop.ask('POST', '/auth/erased', { uids: [uid] }, { token: of })).body.sessionEnded
    expect([await saysEnded(token), await saysEnded(admin), await saysEnded(ended)]).toEqual([false, false, true])
    expect((await shop.ask('POST', '/identity/check-password-reset', { token: link })).body.code).toBe('RESET_LINK_INVALID')
    for (const password of [PASSWORD, NEW]) {
      const refused = await shop.ask('POST', '/identity/sign-in/email', { email: 'ann@example.org', password })
      expect([refused.status, refused.body.code]).toEqual([403, 'PASSWORD_RENEWAL_NEEDED'])
    }
    const owner = await shop.signIn(ADMIN_EMAIL)
    const { body: since } = await shop.ask('GET', '/admin/restore/changes', undefined, { token: owner })
    expect(since.lost).toBeNull()
    expect(since.entries.map((entry: { kind: string; uid: string }) => [entry.kind, entry.uid === uid])).toEqual([
      ['roleChanged', true],
      ['signUp', false],
      ['passwordChanged', true],
    ])
    await shop.server.close()

    const reset = await say(runAdmin, ['reset-password', 'ann@example.org'], env)
    shop = await openShop(env)
    const printed = /\/reset-password\?token=(\S+)/.exec(reset)?.[1]
    const setAnew = await shop.ask('POST', '/identity/reset-password', { token: printed, newPassword: NEW })
    expect(setAnew.body).toMatchObject({ success: true })
    await shop.signIn('ann@example.org', NEW)
  })

  it('names the time that no record covers, and accepts no line that it did not write', { timeout: 300_000 }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    const file = join(dir, 'shop.backup')
    let shop = await openShop(env)
    const { token } = await shop.signUp('ann@example.org')
    await say(runBackup, [file], env)
    const change = { currentPassword: PASSWORD, newPassword: NEW, revokeOtherSessions: false }
    expect((await shop.ask('POST', '/identity/change-password', change, { token })).status).toBe(200)
    await shop.server.close()

    // changes a character in the shop's own lines, and appends lines that the shop did not write
    const folders = [env.DATA_DIR, env.BACKUP_DIR]
    for (const folder of folders) {
      const [name = ''] = (await readdir(folder)).filter((one) => one.startsWith('security-record-'))
      const text = await readFile(join(folder, name), 'utf8')
      expect(text).toContain('"kind":"passwordChanged"')
      expect(text).not.toMatch(/ann@|127\.0\.0\.1/)
      await writeFile(join(folder, name), text.replaceAll('"result":"done"', '"result": "done"').replaceAll('beganAtMs', 'beganAtMS'))
      await appendFile(join(folder, name), 'x {}\nnothing\n')
    }
    const said = await say(runRestore, [file, '--replace'], env)
    expect(said).toMatch(/^No record beside the backups covers .+ to .+: check roles/m)
    expect(said).not.toMatch(/changed the password/)
    shop = await openShop(env)
    await shop.signIn('ann@example.org')
    const owner = await shop.signIn(ADMIN_EMAIL)
    const { body } = await shop.ask('GET', '/admin/restore/changes', undefined, { token: owner })
    expect(body).toMatchObject({ entries: [], hasMore: false, lost: { from: expect.any(String), to: expect.any(String) } })
  })

  it('asks for no factor that was removed since, lets no old password replace a newer factor, and voids mailed proofs', {
    timeout: 300_000,
  }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    const file = join(dir, 'shop.backup')
    let shop = await openShop(env)
    const [lost, added] = [await signUpProved(shop, 'lost@example.org'), await signUpProved(shop, 'added@example.org')]
    const helped = await signUpProved(shop, 'helped@example.org')
    await shop.signUp('unproved@example.org')
    const { code } = await mailedProof(shop, 'unproved@example.org')
    for (const { token } of [lost, helped]) await setUpCodes(shop, token)
    await say(runBackup, [file], env)
    expect((await shop.ask('DELETE', '/identity/second-factor/codes', undefined, lost)).status).toBe(200)
    await setUpCodes(shop, added.token)
    await shop.server.close()
    await say(runAdmin, ['reset-second-factor', 'helped@example.org'], env)

    const said = await say(runRestore, [file, '--replace'], env)
    expect(said).toMatch(/^3 people changed the second step since/m)
    expect(said).toContain(`writes backups and the list of erasures into ${env.BACKUP_DIR}`)
    shop = await openShop(env)
    for (const email of ['lost@example.org', 'added@example.org', 'helped@example.org']) {
      const refused = await shop.ask('POST', '/identity/sign-in/email', { email, password: PASSWORD })
      expect([email, refused.body.code]).toEqual([email, 'PASSWORD_RENEWAL_NEEDED'])
    }
    const token = await shop.signIn('unproved@example.org')
    expect((await shop.ask('POST', '/identity/prove-email', { code }, { token })).body.code).toBe('EMAIL_CODE_OLD')
    await shop.server.close()

    for (const email of ['lost@example.org', 'helped@example.org']) {
      const reset = await say(runAdmin, ['reset-password', email], env)
      shop = await openShop(env)
      const link = /\/reset-password\?token=(\S+)/.exec(reset)?.[1]
      expect((await shop.ask('POST', '/identity/reset-password', { token: link, newPassword: NEW })).status).toBe(200)
      // the sign-in asks for no code of the lost phone
      await shop.signIn(email, NEW)
      await shop.server.close()
    }
  })

  it('names the admins to whom it gave the role back, and only those who had lost it since', { timeout: 300_000 }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    const file = join(dir, 'shop.backup')
    let shop = await openShop(env)
    const emails = ['demoted', 'closed', 'returned', 'promoted', 'former'].map((name) => `${name}@example.org`)
    const [demoted = '', closed = ''] = await Promise.all(emails.map(async (email) => (await shop.signUp(email)).uid))
    await shop.server.close()
    const cli = (verb: string, name: string, ...more: string[]) => say(runAdmin, [verb, `${name}@example.org`, ...more], env)
    for (const name of ['demoted', 'closed', 'returned', 'former']) await cli('promote', name, '--vouch')
    await cli('demote', 'former')
    await say(runBackup, [file], env)
    for (const name of ['demoted', 'returned']) await cli('demote', name)
    for (const name of ['returned', 'promoted']) await cli('promote', name, '--vouch')
    shop = await openShop(env)
    expect((await shop.ask('DELETE', `/auth/users/${closed}`, undefined, { token: await shop.signIn(ADMIN_EMAIL) })).status).toBe(200)
    await shop.server.close()

    const said = await say(runRestore, [file, '--replace'], env)
    expect(said.match(/^\S+ is an admin again/gm)?.sort()).toEqual(
      ['closed', 'demoted'].map((name) => `${name}@example.org is an admin again`),
    )
    shop = await openShop(env)
    const changes = async () =>
      (await shop.ask('GET', '/admin/restore/changes', undefined, { token: await shop.signIn(ADMIN_EMAIL) })).body.adminsAgain
    expect(await changes()).toEqual([demoted, closed].sort())
    await shop.signIn('demoted@example.org')
    await shop.server.close()
    await cli('demote', 'demoted')
    shop = await openShop(env)
    expect(await changes()).toEqual([closed])
  })

  it('is not restored from a plain backup while a passphrase is set and --plain is not', { timeout: 300_000 }, async () => {
    const { dir, env } = await shopEnvironment(kind)
    const file = join(dir, 'plain.backup')
    const shop = await openShop(env)
    await say(runBackup, [file], env)
    await shop.server.close()
    const secret = join(dir, 'passphrase')
    await writeFile(secret, 'correct horse battery staple\n', { mode: 0o600 })
    const guarded = { ...env, BACKUP_PASSPHRASE_FILE: secret }
    const errors: string[] = []
    const quiet = { log: () => undefined, error: (line: string) => void errors.push(line) }
    expect(await runRestore([file, '--replace'], { env: guarded, say: quiet })).toBe(1)
    expect(errors.join()).toMatch(/is not encrypted, although BACKUP_PASSPHRASE_FILE is set: .* add --plain\./)
    expect(await say(runRestore, [file, '--replace', '--plain'], guarded)).toContain('The shop is restored.')
  })
})
