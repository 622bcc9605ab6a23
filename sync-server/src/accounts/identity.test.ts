import { getMigrations } from 'better-auth/db/migration'
import { expect, it } from 'vitest'
import { silentLog } from '../platform/kernel/log.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { identityOptions } from './identity.ts'
import { serverSecret } from './secrets.ts'

forEachDatabase('the identity provider', (open) => {
  it('finds every table and column that its options require', async () => {
    const { db } = await open()
    const parts = { db, log: silentLog, secret: 'x'.repeat(40), baseUrl: 'http://localhost' }
    const { toBeCreated, toBeAdded } = await getMigrations(identityOptions(parts))
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
  })

  it('has one secret when several requests for it arrive at the same time', async () => {
    const { db } = await open()
    const secrets = await Promise.all(Array.from({ length: 5 }, () => serverSecret(db, 'identity')))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toMatch(/^[\w-]{43}$/)
    expect(await serverSecret(db, 'another')).not.toBe(secrets[0])
  })
})
