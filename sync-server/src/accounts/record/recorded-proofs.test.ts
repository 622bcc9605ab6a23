import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { mailedProof } from '../../app/testing/proved.ts'
import { ADMIN_EMAIL, OPENED, testShop } from '../../app/testing/shop.ts'
import { forEachDatabase } from '../../platform/testing/databases.ts'

forEachDatabase('the security record', (open) => {
  it('names how an e-mail was proved, and every change of an authenticator app and its recovery codes', async () => {
    const shop = await testShop(await open(), OPENED)
    const admin = await shop.signIn(ADMIN_EMAIL)
    const post = async (path: string, body: unknown, token: string) => {
      const answer = await shop.ask('POST', path, body, { token })
      expect(answer, path).toMatchObject({ status: 200 })
      return answer.body
    }
    const recorded = async (uid: string) =>
      (await shop.ask('GET', `/admin/security-record?uid=${uid}`, undefined, { token: admin })).body.entries
        .map(({ kind, detail, byUid }: { kind: string; detail: Record<string, string>; byUid: string | null }) => [
          kind,
          detail.by ?? detail.change ?? '',
          byUid !== null,
        ])
        .reverse()

    const ann = await shop.signUp('ann@example.org')
    await post('/identity/prove-email', { code: (await mailedProof(shop, 'ann@example.org')).code }, ann.token)
    const { ticket, secret } = await post('/identity/second-factor/codes/start', undefined, ann.token)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await post('/identity/second-factor/codes/confirm', { ticket, code }, ann.token)
    await post('/identity/second-factor/recovery-codes', undefined, ann.token)
    expect((await shop.ask('DELETE', '/identity/second-factor/codes', undefined, { token: ann.token })).status).toBe(200)
    expect(await recorded(ann.uid)).toEqual([
      ['signUp', 'password', false],
      ['emailProved', 'code', false],
      ['factorChanged', 'app codes switched on', false],
      ['factorChanged', 'new recovery codes', false],
      ['factorChanged', 'app codes switched off', false],
    ])

    const bob = await shop.signUp('bob@example.org')
    await post(`/auth/users/${bob.uid}/vouch`, {}, admin)
    expect(await recorded(bob.uid)).toEqual([
      ['signUp', 'password', false],
      ['emailVouched', '', true],
    ])
  })
})
