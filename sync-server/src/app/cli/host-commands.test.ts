import { expect, it } from 'vitest'
import { forEachDatabase, migratedEnvironment, temporaryDir } from '../../platform/testing/databases.ts'
import { runAdmin } from './admin-commands.ts'

forEachDatabase('the command line', (_open, kind) => {
  it('confirms, lists and removes the hosts of the shop', async () => {
    const env = await migratedEnvironment(kind, await temporaryDir())
    const admin = async (...args: string[]) => {
      const said: string[] = []
      const say = { log: (line: string) => void said.push(line), error: (line: string) => void said.push(line) }
      return [await runAdmin(args, { env, say }), ...said]
    }
    expect(await admin('confirm-host', 'Register.lan:8787')).toEqual([0, 'The shop answers under register.lan.'])
    expect(await admin('confirm-host', 'https://till.example:8443')).toEqual([
      0,
      'The shop answers under till.example:8443, and links in mails lead to https://till.example:8443.',
    ])
    const listed = await admin('hosts')
    for (const line of ['register.lan  confirmed', 'till.example  confirmed', 'localhost  machine']) expect(listed).toContain(line)
    expect(listed.at(-1)).toBe('Links in mails of Consign lead to https://till.example:8443.')
    expect(await admin('remove-host', 'till.example')).toEqual([0, 'The shop does not answer under till.example any more.'])
    expect((await admin('hosts')).at(-1)).toBe('Links in mails of Consign lead nowhere: confirm an address with https:// before it.')
    expect((await admin('remove-host', 'localhost'))[0]).toBe(1)
    for (const wrong of [['confirm-host'], ['confirm-host', 'no host'], ['hosts', 'more']]) expect((await admin(...wrong))[0]).toBe(2)
  })
})
