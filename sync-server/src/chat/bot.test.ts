import { describe, expect, it, onTestFinished } from 'vitest'
import { Undelivered } from '../platform/kernel/undelivered.ts'
import { type Bot, openBot } from './bot.ts'
import { discordText, plainAtDiscord } from './discord-text.ts'
import { DiscordApi } from './testing/discord-api.ts'

const CHANNEL = '100000000000000001'
const PERSON = '200000000000000002'

async function openAt(api: DiscordApi, timeoutMs?: number): Promise<Bot> {
  const bot = openBot({ url: api.url, token: api.environment.DISCORD_BOT_TOKEN as string }, timeoutMs)
  onTestFinished(() => bot.close())
  return bot
}

async function start(): Promise<{ api: DiscordApi; bot: Bot }> {
  const api = await DiscordApi.start()
  api.channels.add(CHANNEL)
  return { api, bot: await openAt(api) }
}

const thrownBy = async (work: Promise<unknown>): Promise<Undelivered> => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(Undelivered)
  return thrown as Undelivered
}
const post = (bot: Bot, nonce = 'n') => bot.post(`channel:${CHANNEL}`, 'Hello', nonce)

describe('the bot', () => {
  it('writes to a channel and to a person, mentions nobody, and posts no message twice', async () => {
    const { api, bot } = await start()
    await post(bot)
    await post(bot)
    await bot.post(`user:${PERSON}`, 'For you', 'a')
    await bot.post(`user:${PERSON}`, 'For you, too', 'b')
    expect(api.in(CHANNEL)).toEqual(['Hello'])
    expect(api.in(DiscordApi.directChannel(PERSON))).toEqual(['For you', 'For you, too'])
    expect(api.posted.every(({ isSilent }) => isSilent)).toBe(true)
    expect(api.asked.filter((path) => path.endsWith('/users/@me/channels'))).toHaveLength(1)
  })

  it('waits for the end of a short rate limit, of one route or global', async () => {
    const { api, bot } = await start()
    api.faults.push({ kind: 'limited', seconds: 0.2 }, { kind: 'limited', seconds: 0.2, isGlobal: true })
    await post(bot)
    expect(api.in(CHANNEL)).toEqual(['Hello'])
    expect(api.asked).toHaveLength(3)
  })

  it('gives up on an answer that never ends', async () => {
    const { api } = await start()
    const bot = await openAt(api, 500)
    api.faults.push({ kind: 'drips' })
    const { isFinal, message } = await thrownBy(post(bot))
    expect([isFinal, message]).toEqual([false, 'Discord did not answer in time.'])
  })

  it('reports a minute to wait when Discord refuses everything and names no time', async () => {
    const { api, bot } = await start()
    api.isBlocking = true
    const { isFinal, waitSeconds } = await thrownBy(post(bot))
    expect([isFinal, waitSeconds]).toEqual([false, 60])
    expect(api.asked).toHaveLength(1)
    api.isBlocking = false
    await post(bot)
    expect(api.in(CHANNEL)).toEqual(['Hello'])
  })

  it('waits for only a few short rate limits in a row', async () => {
    const { api } = await start()
    const bot = await openAt(api, 1_000)
    api.faults.push(...Array.from({ length: 100 }, () => ({ kind: 'limited', seconds: 0.3 }) as const))
    const { isFinal } = await thrownBy(post(bot))
    expect(isFinal).toBe(false)
    expect(api.asked.length).toBeLessThan(20)
  })

  it.each([false, true])('reports the time of a long rate limit, and sends nothing during that time (global: %s)', async (isGlobal) => {
    const { api, bot } = await start()
    await post(bot, 'first')
    api.faults.push({ kind: 'limited', seconds: 600, isGlobal })
    const { isFinal, waitSeconds, message } = await thrownBy(post(bot))
    expect(isFinal).toBe(false)
    expect(waitSeconds).toBeGreaterThanOrEqual(600)
    expect(waitSeconds).toBeLessThan(610)
    expect(message).toMatch(/^Discord asks to wait 60\d seconds\.$/)
    expect((await thrownBy(post(bot, 'm'))).waitSeconds).toBeGreaterThan(590)
    expect(api.asked).toHaveLength(2)
  })

  it('distinguishes temporary from lasting failures', async () => {
    const { api, bot } = await start()
    for (const status of [500, 502, 503] as const) {
      api.faults.push({ kind: 'status', status })
      expect(await thrownBy(post(bot))).toMatchObject({ isFinal: false, message: `Discord answered ${status}.` })
    }
    api.hidden.add('100000000000000009')
    api.closed.add(PERSON)
    expect(await thrownBy(bot.post('channel:100000000000000009', 'x', '1'))).toMatchObject({
      isFinal: true,
      message: 'The bot has no access to this channel. Invite it to the server, or let it view the channel.',
    })
    expect(await thrownBy(bot.post('channel:100000000000000008', 'x', '2'))).toMatchObject({
      isFinal: true,
      message: 'Discord knows no channel with this ID.',
    })
    expect(await thrownBy(bot.post(`user:${PERSON}`, 'x', '3'))).toMatchObject({
      isFinal: true,
      message: 'This person takes no direct messages from the bot.',
    })
    api.faults.push({ kind: 'status', status: 403, code: 50013 })
    expect(await thrownBy(post(bot))).toMatchObject({ isFinal: true, message: 'The bot is not allowed to write in this channel.' })
    api.faults.push({ kind: 'status', status: 400, code: 99 })
    expect(await thrownBy(post(bot))).toMatchObject({ isFinal: true, message: 'Discord refused it: 400 Something' })
    api.faults.push({ kind: 'status', status: 400, code: 40003 })
    expect(await thrownBy(post(bot))).toMatchObject({ isFinal: false })
    expect(api.posted).toEqual([])
  })

  it('works again when a revoked token is accepted again', async () => {
    const { api, bot } = await start()
    api.isTokenRevoked = true
    for (let n = 0; n < 2; n++)
      expect(await thrownBy(post(bot))).toMatchObject({ isFinal: false, message: 'Discord refused the bot’s token (DISCORD_BOT_TOKEN).' })
    api.isTokenRevoked = false
    await post(bot)
    expect(api.in(CHANNEL)).toEqual(['Hello'])
  })

  it('gives up a request after some time, and stops with the server', async () => {
    const { api } = await start()
    const bot = await openAt(api, 1_000)
    api.faults.push({ kind: 'hangs' }, { kind: 'hangs' })
    expect(await thrownBy(post(bot))).toMatchObject({ isFinal: false, message: 'Discord did not answer in time.' })
    const patient = await openAt(api)
    const under = thrownBy(post(patient))
    await expect.poll(() => api.asked.length).toBe(2)
    patient.close()
    expect((await under).message).toBe('The server stopped during this attempt.')
  })

  it('reports that Discord is unreachable, and posts once when the answer was lost', async () => {
    const away = openBot({ url: 'http://127.0.0.1:9', token: 'x' })
    onTestFinished(() => away.close())
    expect((await thrownBy(post(away))).message).toMatch(/^Discord cannot be reached/)
    const { api, bot } = await start()
    api.faults.push({ kind: 'lost' })
    expect((await thrownBy(post(bot))).isFinal).toBe(false)
    await post(bot)
    expect(api.in(CHANNEL)).toEqual(['Hello'])
  })
})

describe('a text at Discord', () => {
  it('is shown literally, even if it contains formatting, links or mentions', () => {
    expect(plainAtDiscord('**b** _i_ ~s~ `c` ||x|| # - [a](http://x) <@1> @everyone')).toBe(
      '\\*\\*b\\*\\* \\_i\\_ \\~s\\~ \\`c\\` \\|\\|x\\|\\| \\# \\- \\[a\\]\\(http\\://x\\) \\<\\@1\\> \\@everyone',
    )
    expect(discordText('Sold!', ['Cup for $5.00'], 'https://shop.example/x')).toBe('**Sold!**\n• Cup for $5.00\n<https://shop.example/x>')
  })

  it('fits into one message', () => {
    const text = discordText(
      'Sold!',
      Array.from({ length: 10 }, () => '😀*'.repeat(200)),
      'https://shop.example/x',
    )
    expect([...text].length).toBeLessThanOrEqual(2_000)
    expect(text).toMatch(/…\n<https:\/\/shop\.example\/x>$/)
    expect(text.isWellFormed()).toBe(true)
  })
})
