import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_EMAIL, OPENED, PASSWORD, type TestShop, testShop } from '../app/testing/shop.ts'
import { sql } from '../platform/database/sql.ts'
import { forEachDatabase } from '../platform/testing/databases.ts'
import { checkNewPassword } from './new-password.ts'

const COMMON = 'This is one of the commonest passwords, which are tried first. Please choose another one.'
const PERSONAL = 'Your own e-mail address or name is tried first. Please choose another password.'
const ANN = { email: 'ann.smith@example.org', name: 'Ann Michelle Smith' }

describe('a new password', () => {
  it.each(['123456', 'password', 'Password', 'QWERTY', 'iloveyou', '21081990', ' letmein '])('must not be a common one: %s', (password) =>
    expect(checkNewPassword(password, ANN)).toBe('PASSWORD_COMMON'),
  )

  it.each(['ann.smith@example.org', 'Ann.Smith', 'ann michelle smith', 'AnnMichelleSmith'])(
    'must not be the person’s e-mail or name: %s',
    (password) => expect(checkNewPassword(password, ANN)).toBe('PASSWORD_PERSONAL'),
  )

  it.each(['correct horse', 'a1b2c3-d4', 'ann.smith1', 'smith & sons', 'пароль наш'])('may be another text: %s', (password) =>
    expect(checkNewPassword(password, ANN)).toBeUndefined(),
  )
})

forEachDatabase('a password that is guessed first', (open) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await testShop(await open(), OPENED)
  })
  const expectRefused = ({ status, body }: { status: number; body: Record<string, unknown> }, field: string, message: string) =>
    expect([status, body.message, body.fields]).toEqual([400, message, { [field]: message }])

  it('is refused with a sentence at its field at a sign-up, at a change, and as the first password of an account', async () => {
    const signUp = (password: string) => shop.ask('POST', '/identity/sign-up/email', { ...ANN, password })
    expectRefused(await signUp('iloveyou'), 'password', COMMON)
    expectRefused(await signUp('ANN.SMITH'), 'password', PERSONAL)
    expect((await signUp('short')).body.fields).toEqual({ password: 'Password should be at least 6 characters.' })
    const { token } = (await signUp(PASSWORD)).body
    const change = (newPassword: string) =>
      shop.ask('POST', '/identity/change-password', { currentPassword: PASSWORD, newPassword }, { token })
    expectRefused(await change('iloveyou'), 'newPassword', COMMON)
    expectRefused(await change(ANN.email), 'newPassword', PERSONAL)
    await sql`delete from identity_accounts where "userId" = (select id from identity_users where email = ${ANN.email})`.execute(
      shop.platform.db,
    )
    const link = (password: string) => shop.ask('POST', '/identity/link-password', { password }, { token })
    expectRefused(await link('iloveyou'), 'password', COMMON)
    expectRefused(await link('annmichellesmith'), 'password', PERSONAL)
    expect((await link(PASSWORD)).status).toBe(200)
  })

  it('is refused at a reset, which leaves the link valid', async () => {
    await shop.signUp('reset@example.org')
    await shop.ask('POST', '/identity/request-password-reset', { email: 'reset@example.org' })
    const { rows } = await sql<{
      text: string
    }>`select text from mails where to_address = 'reset@example.org' and kind = 'accounts.passwordReset'`.execute(shop.platform.db)
    const token = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
    const reset = (newPassword: string) => shop.ask('POST', '/identity/reset-password', { token, newPassword })
    expectRefused(await reset('123456'), 'newPassword', COMMON)
    expectRefused(await reset('reset@example.org'), 'newPassword', PERSONAL)
    expect((await reset('an entirely new password')).status).toBe(200)
  })

  it('still signs in to an account that has it already', async () => {
    const { uid } = await shop.signUp('old@example.org')
    const other = await testShop(await open(), { ADMIN_EMAIL, ADMIN_PASSWORD: 'password' })
    const { rows } = await sql<{ password: string }>`select password from identity_accounts`.execute(other.platform.db)
    await sql`update identity_accounts set password = ${rows[0]?.password} where "userId" = ${uid}`.execute(shop.platform.db)
    await shop.signIn('old@example.org', 'password')
  })

  it('is refused at the set-up; in the configuration it only causes a warning at the start', async () => {
    const empty = await testShop(await open())
    const setUp = (password: string) =>
      empty.ask('POST', '/setup', { email: 'owner@example.org', password, displayName: 'Olive Owner', timeZone: 'UTC', shopName: '' })
    expectRefused(await setUp('letmein'), 'password', COMMON)
    expectRefused(await setUp('Olive Owner'), 'password', PERSONAL)
    expect((await setUp(PASSWORD)).status).toBe(200)
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const configured = await testShop(await open({ log }), { ADMIN_EMAIL, ADMIN_PASSWORD: 'letmein' }, { log })
    await configured.signIn(ADMIN_EMAIL, 'letmein')
    expect(lines.join('')).toContain('ADMIN_PASSWORD is guessed first')
    expect(lines.join('')).not.toContain('letmein')
  })
})
