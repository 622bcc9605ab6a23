import { DiscordAPIError, HTTPError, RateLimitError, REST } from '@discordjs/rest'
import { Undelivered } from '../platform/kernel/undelivered.ts'

/** Discord's address and the token of the shop's bot. */
export type BotAccess = { readonly url: string; readonly token: string }

/** Recipient of a message: a channel, or a person directly. */
export type ChatTarget = `channel:${string}` | `user:${string}`

export type Bot = {
  /** Posts a message. Within a few minutes, Discord posts only one message with the same `nonce` (at most 25 characters). Throws Undelivered. */
  post(target: ChatTarget, content: string, nonce: string): Promise<void>
  /** Aborts pending requests. */
  close(): void
}

/** Milliseconds for Discord to begin an answer. */
const TIMEOUT_MS = 10_000
/** A whole request, including the end of its answer and waits for rate limits, may take this many times TIMEOUT_MS. */
const REQUEST_TIMEOUTS = 2
/** Maximum milliseconds of a rate limit that a request waits for. After a longer limit the job runs again later. */
const SHORT_WAIT_MS = 2_000
/** Seconds to wait when Discord, or a proxy before it, refuses requests as too many and names no time. Without this wait the client would retry at
 *  once and without end. */
const UNTOLD_WAIT_SECONDS = 60
/** Maximum number of direct channels that the bot remembers. */
const MAX_DIRECT_CHANNELS = 1_000
/** The flag of a message whose links show no preview. */
const SUPPRESS_EMBEDS = 4

/** Explains Discord's codes to the person who set up the channel. */
const SENTENCES: Readonly<Record<number, string>> = {
  10003: 'Discord knows no channel with this ID.',
  10013: 'Discord knows no person with this ID.',
  50001: 'The bot has no access to this channel. Invite it to the server, or let it view the channel.',
  50007: 'This person takes no direct messages from the bot.',
  50008: 'This channel takes no messages.',
  50013: 'The bot is not allowed to write in this channel.',
}
/** The code for opening direct messages too fast, which is a temporary failure. */
const TOO_FAST = 40003

/** Opens the bot, which contacts Discord with the first message. */
export function openBot({ url, token }: BotAccess, timeoutMs = TIMEOUT_MS): Bot {
  let isClosed = false
  // each request has a separate controller, because the client never releases a signal to which it listened
  const underWay = new Set<AbortController>()
  const rest = new REST({
    api: `${url}/api`,
    version: '10',
    timeout: timeoutMs,
    // the job queue retries, even after a restart
    retries: 0,
    rejectOnRateLimit: (limit) => isUntold(limit) || waitOf(limit) > SHORT_WAIT_MS,
  })
  const directChannels = new Map<string, string>()

  const post = async (path: `/${string}`, body: unknown): Promise<unknown> => {
    const stop = new AbortController()
    underWay.add(stop)
    const late = setTimeout(() => stop.abort(), timeoutMs * REQUEST_TIMEOUTS)
    try {
      // the token is set for each request, because the client drops a token after one refusal
      return await rest.setToken(token).post(path, { body, signal: stop.signal })
    } finally {
      clearTimeout(late)
      underWay.delete(stop)
    }
  }

  const channelOf = async (target: ChatTarget): Promise<string> => {
    const [kind, id = ''] = target.split(':')
    if (kind === 'channel') return id
    const known = directChannels.get(id)
    if (known !== undefined) return known
    const opened = ((await post('/users/@me/channels', { recipient_id: id })) as { id?: unknown }).id
    if (typeof opened !== 'string') throw new Undelivered('Discord answered something unexpected.', false)
    directChannels.set(id, opened)
    if (directChannels.size > MAX_DIRECT_CHANNELS) directChannels.delete(directChannels.keys().next().value as string)
    return opened
  }
  return {
    async post(target, content, nonce) {
      try {
        await post(`/channels/${await channelOf(target)}/messages`, {
          content,
          nonce,
          enforce_nonce: true,
          flags: SUPPRESS_EMBEDS,
          allowed_mentions: { parse: [] },
        })
      } catch (error) {
        throw isClosed ? new Undelivered('The server stopped during this attempt.', false) : undelivered(error)
      }
    },
    close() {
      isClosed = true
      for (const stop of underWay) stop.abort()
      rest.clearHashSweeper()
      rest.clearHandlerSweeper()
    },
  }
}

const waitOf = ({ timeToReset, retryAfter, sublimitTimeout }: Pick<RateLimitError, 'timeToReset' | 'retryAfter' | 'sublimitTimeout'>) =>
  Math.max(timeToReset, retryAfter, sublimitTimeout)
const isUntold = ({ retryAfter }: Pick<RateLimitError, 'retryAfter'>) => !(retryAfter > 0)

function undelivered(error: unknown): Undelivered {
  if (error instanceof Undelivered) return error
  if (error instanceof RateLimitError) {
    if (isUntold(error)) return new Undelivered('Discord has had too many requests.', false, UNTOLD_WAIT_SECONDS)
    const seconds = Math.ceil(waitOf(error) / 1_000)
    return new Undelivered(`Discord asks to wait ${seconds} seconds.`, false, seconds)
  }
  if (error instanceof HTTPError) return new Undelivered(`Discord answered ${error.status}.`, false)
  if (error instanceof DiscordAPIError) {
    if (error.status === 401) return new Undelivered('Discord refused the bot’s token (DISCORD_BOT_TOKEN).', false)
    const sentence = SENTENCES[Number(error.code)] ?? `Discord refused it: ${error.status} ${saidBy(error)}`
    return new Undelivered(sentence, error.code !== TOO_FAST)
  }
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'AbortError') return new Undelivered('Discord did not answer in time.', false)
  return new Undelivered(`Discord cannot be reached${code === undefined ? '' : ` (${code})`}.`, false)
}

const saidBy = ({ rawError }: DiscordAPIError) => ('message' in rawError ? String(rawError.message).slice(0, 200) : '')
