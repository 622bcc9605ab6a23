import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runAdmin, setRoleByEmail } from '../app/cli/admin-commands.ts'
import { signUpProved } from '../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { createPostgresDatabase, forEachDatabase, temporaryDir } from '../platform/testing/databases.ts'
import { checkBooks } from '../sales/examine-books.ts'
import { importAccounts, planAccountImport } from './import-accounts.ts'

const FILE = `Email,Display Name,Username,Balance
ann@example.org,Ann of old,ann-old,12.50
bea@example.org,Bea,,
,Nameless,,-3
`

forEachDatabase('an import of accounts', (open) => {
  it('adds the missing accounts, with their balances', async () => {
    const shop = await testShop(await open(), OPENED)
    const { platform } = shop
    const plan = await planAccountImport(platform.db, FILE)
    expect([plan.toAdd.length, plan.thereCount, plan.problems]).toEqual([3, 0, []])
    await importAccounts(platform, plan, 'old.csv')
    const again = await planAccountImport(platform.db, FILE)
    expect([again.toAdd.length, again.thereCount]).toEqual([0, 3])

    const ann = await signUpProved(shop, 'ann@example.org')
    const token = await shop.signIn(ADMIN_EMAIL)
    const all = await shop.ask('POST', '/auth/migrate-all', undefined, { token })
    expect(all.body).toMatchObject({ migrated: 1, failed: 0 })
    expect((await shop.ask('GET', '/auth/me', undefined, ann)).body).toMatchObject({
      balance: 12.5,
      migratedFrom: { displayName: 'Ann of old', username: 'ann-old' },
    })
    // an account that has moved is not imported again
    expect((await planAccountImport(platform.db, FILE)).toAdd).toEqual([])
    expect((await planAccountImport(platform.db, 'email,uid\nann@example.org,other\n')).toAdd).toEqual([])
    expect(await checkBooks(platform.db)).toEqual([])
    const { rows } = await sql<{ after: unknown }>`select after from audit_entries where action = 'accounts.addEarlier'`.execute(
      platform.db,
    )
    expect(rows).toEqual([{ after: { added: 3, fileName: 'old.csv' } }])
  })

  it('names usernames that are taken', async () => {
    const { platform } = await testShop(await open(), OPENED)
    await importAccounts(platform, await planAccountImport(platform.db, FILE), 'old.csv')
    const plan = await planAccountImport(platform.db, 'email,username\nc@example.org,ANN-OLD\n')
    expect(plan.problems).toEqual([{ line: 2, message: 'The username “ann-old” is taken' }])
  })

  it('makes no admin of somebody who has no sign-in', async () => {
    const { platform } = await testShop(await open(), OPENED)
    await importAccounts(platform, await planAccountImport(platform.db, FILE), 'old.csv')
    await expect(setRoleByEmail(platform, 'ann@example.org', 'admin')).rejects.toThrow(
      'Nobody has an account with the e-mail ann@example.org.',
    )
    await sql`update users set role = 'admin' where email = 'ann@example.org'`.execute(platform.db)
    await expect(setRoleByEmail(platform, ADMIN_EMAIL, 'user')).rejects.toThrow('This is the only admin.')
  })
})

it('an import from the command line previews, then adds all accounts or none', { timeout: 300_000 }, async () => {
  const dir = await temporaryDir()
  const env = { DATABASE_URL: await createPostgresDatabase() }
  const run = async (...args: string[]) => {
    const said: string[] = []
    const say = { log: (line: string) => void said.push(line), error: (line: string) => void said.push(`! ${line}`) }
    return [await runAdmin(args, { env, say }), ...said]
  }
  const file = async (name: string, text: string | Uint8Array) => {
    await writeFile(join(dir, name), text)
    return join(dir, name)
  }
  const good = await file('good.csv', FILE)
  const bad = await file('bad.csv', `${FILE}nobody,X,,\n`)
  expect(await run('import-accounts', bad)).toEqual([
    1,
    'bad.csv: 3 accounts to add, 0 there already, 1 wrong.',
    '! Line 5: “nobody” is not an e-mail address.',
    '! Nothing was imported. Please correct these lines and run this again.',
  ])
  expect(await run('import-accounts', good, '--preview')).toEqual([0, 'good.csv: 3 accounts to add, 0 there already, 0 wrong.'])
  expect(await run('import-accounts', good)).toEqual([0, 'good.csv: 3 accounts to add, 0 there already, 0 wrong.', '3 accounts added.'])
  expect(await run('import-accounts', good)).toEqual([0, 'good.csv: 0 accounts to add, 3 there already, 0 wrong.', '0 accounts added.'])
  expect(await run('import-accounts', join(dir, 'none.csv'))).toEqual([1, `! ${join(dir, 'none.csv')} cannot be read.`])
  const latin = await file('latin.csv', new Uint8Array([0xff, 0xfe, 0x41]))
  expect(await run('import-accounts', latin)).toEqual([1, `! ${latin} is not a text file in UTF-8.`])
  for (const wrong of [['import-accounts'], ['import-accounts', good, '--now'], ['import-accounts', '--preview']])
    expect((await run(...wrong))[0]).toBe(2)
})
