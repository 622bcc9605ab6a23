import { calls } from '@shop/shared/calls.ts'
import { describe, expect, it } from 'vitest'
import { operations, refusalsOf } from '../http/operations.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

type Documented = {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: object
  responses: object
  security: object[]
}

describe('the documentation', () => {
  const paths = openApiDocument().paths as Record<string, Record<string, Documented>>

  it('lists every call with the parameters in its path, its body and the statuses of its refusals, and all other operations', () => {
    for (const call of calls) {
      const documented = paths[call.path]?.[call.method.toLowerCase()]
      expect(documented?.operationId).toBe(call.name)
      expect(documented?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)).toEqual(
        call.path.match(/\{\w+\}/g) ?? [],
      )
      expect(documented?.requestBody !== undefined).toBe(call.body !== undefined)
      for (const { status } of Object.values(refusalsOf(call))) expect(documented?.responses).toHaveProperty(String(status))
      expect(documented?.security).toHaveLength(call.access === 'public' ? 0 : 1)
    }
    const others = ['/sync/push', '/sync/pull', '/sync/start', '/sync/events', '/health', '/ready', '/metrics', '/docs', '/openapi.json']
    for (const path of others) expect(paths).toHaveProperty(path)
  })

  it('lists the Idempotency-Key for a deletion, but not for a search, a sign-in or a push; and every status of an edit', () => {
    const keys = (method: string, path: string) => paths[path]?.[method]?.parameters.filter(({ in: place }) => place === 'header') ?? []
    expect(keys('delete', '/inventory/master/{id}')).toMatchObject([{ name: 'Idempotency-Key', required: false }])
    expect(keys('get', '/inventory/search')).toEqual([])
    expect(keys('post', '/identity/sign-in/email')).toEqual([])
    expect(keys('post', '/sync/push')).toEqual([])
    expect(Object.keys(paths['/inventory/master/{id}']?.put?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
      '503',
    ])
  })

  it('describes ids as UUIDs, and the fields that a sign-up must have', () => {
    const text = JSON.stringify(paths['/inventory/imports']?.post)
    expect(text).toContain('"format":"uuid"')
    const signUp = paths['/identity/sign-up/email']?.post?.requestBody as { content: Record<string, { schema: { required: string[] } }> }
    expect(signUp.content['application/json']?.schema.required.sort()).toEqual(['email', 'name', 'password'])
  })

  it('is one page without scripts that shows every operation', async () => {
    const page = String(await docsPage())
    expect(page).not.toMatch(/<script/i)
    for (const { name, summary } of operations) {
      expect(page).toContain(`id="${name}"`)
      expect(page).toContain(summary.replaceAll('"', '&quot;').replaceAll("'", '&#39;'))
    }
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })
})
