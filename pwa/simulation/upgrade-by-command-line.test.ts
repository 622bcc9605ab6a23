import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runAdmin } from '../../sync-server/src/app/cli/admin-commands.ts'
import { openShop } from '../../sync-server/src/app/testing/restorable-shop.ts'
import { forEachDatabase, temporaryDir } from '../../sync-server/src/platform/testing/databases.ts'
import { databaseOf1, MEMBER, passwordOf1 } from './shop-of-release-1.ts'

forEachDatabase('the admin command line on a database of release 1, before this version was ever started,', (_open, kind) => {
  const shopOf1 = async () => {
    const dataDir = join(await temporaryDir(), 'shop')
    const database = await databaseOf1(kind, dataDir)
    const env = { DATA_DIR: dataDir, ...(database.kind === 'postgres' && { DATABASE_URL: database.url }) }
    const admin = async (...args: string[]) => {
      const said: string[] = []
      const note = (line: string) => void said.push(line)
      const code = await runAdmin(args, { env, say: { log: note, error: note } })
      return { code, said: said.join('\n') }
    }
    return { env, admin }
  }

  it('makes nobody an admin whose e-mail nobody confirmed, and says how; with --vouch it does', async () => {
    const { env, admin } = await shopOf1()
    expect(await admin('promote', MEMBER)).toEqual({ code: 1, said: expect.stringMatching(/Nobody has confirmed .* add --vouch/) })
    expect(await admin('promote', MEMBER, '--vouch')).toEqual({ code: 0, said: `${MEMBER} is an admin now.` })
    const shop = await openShop(env)
    const token = await shop.signIn(MEMBER, await passwordOf1())
    expect((await shop.ask('GET', '/admin/users', undefined, { token })).status).toBe(200)
  })

  it('confirms an address of the shop', async () => {
    const { env, admin } = await shopOf1()
    const said = 'The shop answers under till.example, and links in mails lead to https://till.example.'
    expect(await admin('confirm-host', 'https://till.example')).toEqual({ code: 0, said })
    const shop = await openShop(env)
    const at = async (host: string) => (await shop.ask('GET', '/auth/me', undefined, { headers: { host } })).status
    expect([await at('till.example'), await at('evil.example')]).toEqual([401, 421])
  })

  it('prints a link that sets a password', async () => {
    const { env, admin } = await shopOf1()
    const { code, said } = await admin('reset-password', MEMBER)
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('open this link') })
    const shop = await openShop(env)
    const newPassword = 'an entirely new password'
    const token = new URL(/https?:\S+$/m.exec(said)?.[0] ?? '').searchParams.get('token')
    expect((await shop.ask('POST', '/identity/reset-password', { token, newPassword })).body).toMatchObject({ success: true })
    await shop.signIn(MEMBER, newPassword)
    const old = await shop.ask('POST', '/identity/sign-in/email', { email: MEMBER, password: await passwordOf1() })
    expect(old.status).toBe(401)
  })
})
