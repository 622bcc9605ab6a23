import { expect, it } from 'vitest'
import { captureConsole, createLog } from './log.ts'
import { insideRequest, outsideRequest } from './request-context.ts'

const written = (say: (log: ReturnType<typeof createLog>) => void): string => {
  let text = ''
  say(createLog('debug', { write: (line) => void (text += line) }))
  return text
}
const databaseError = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
  code: '23505',
  constraint: 'users_email',
  detail: 'Key (email)=(canary@example.org) already exists.',
  query: `insert into tickets values ('canary')`,
  params: ['canary'],
  where: 'canary',
  config: { headers: { authorization: 'canary' } },
})

it('the log says what went wrong and where, and nothing that people sent', () => {
  const text = written((log) => {
    log.error({ err: new Error('a batch failed', { cause: databaseError }), requestId: 'r1' }, 'a request failed')
    log.error({ err: 'text' }, 'thrown as text')
    log.error({ err: { token: 'canary' } }, 'thrown as something else')
  })
  expect(text).not.toContain('canary')
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({
    err: {
      message: 'a batch failed',
      cause: { code: '23505', constraint: 'users_email', message: expect.stringContaining('duplicate key') },
    },
    requestId: 'r1',
  })
})

it('every line that is written while a request is answered has the id of that request', async () => {
  let text = ''
  const log = createLog('debug', { write: (line) => void (text += line) })
  const answer = async (id: string) => {
    await new Promise((resolve) => setImmediate(resolve))
    log.warn({ id }, 'a batch failed')
  }
  await Promise.all(['r1', 'r2'].map((id) => insideRequest(id, () => answer(id))))
  // what goes on after the answer, and what serves everybody, belongs to no request
  let later: Promise<void> | undefined
  await insideRequest('r3', async () => {
    later = answer('after the answer')
    outsideRequest(() => log.warn({ id: 'for everybody' }, 'a job failed'))
  })
  await later
  log.info('later')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ id, requestId }) => [id, requestId])).toEqual([
    ['r1', 'r1'],
    ['r2', 'r2'],
    ['for everybody', undefined],
    ['after the answer', undefined],
    [undefined, undefined],
  ])
})

it('the log replaces secrets in fields with secret names', () => {
  const secrets = { authorization: 'canary', cookie: 'canary', password: 'canary', token: 'canary', secret: 'canary' }
  expect(written((log) => log.info({ ...secrets, headers: secrets, request: { headers: secrets } }, 'x'))).not.toContain('canary')
})

it('the log replaces secrets at every depth, in lists and in errors', () => {
  const deep = {
    one: { two: [{ three: { four: { newPassword: 'canary', 'set-cookie': ['canary'], accessToken: { value: 'canary' } } } }] },
  }
  const text = written((log) => log.info({ ...deep, tried: [databaseError], passphrase: 'canary' }, 'x'))
  expect(text).not.toContain('canary')
  expect(text).toContain('[redacted]')
  const circle: Record<string, unknown> = { name: 'kept' }
  circle.again = circle
  expect(written((log) => log.info(circle, 'x'))).toContain('kept')
})

it('the log captures the console output of libraries', () => {
  const text = written((log) => {
    const release = captureConsole(log)
    console.error('# SERVER_ERROR: ', databaseError, { token: 'canary' })
    console.warn('careful')
    release()
  })
  expect(text).toContain('# SERVER_ERROR')
  expect(text).toContain('23505')
  expect(text).toContain('careful')
  expect(text).not.toContain('canary')
})
