import type { Child } from './child.ts'
import { ADMIN_EMAIL, PASSWORD, type TestShop } from './shop.ts'

const asking =
  (address: string): TestShop['ask'] =>
  async (method, path, body, { token } = {}) => {
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

/** Signs the admin in at a server of its own process. */
export async function signedIn(child: Child) {
  const ask = asking(await child.open())
  const { body } = await ask('POST', '/identity/sign-in/email', { email: ADMIN_EMAIL, password: PASSWORD })
  const token = body.token as string
  const hits = async () =>
    (await ask('GET', '/inventory/search?limit=5&searchTerm=teapot', undefined, { token })).body.items.length as number
  return { ask, token, hits }
}
