import { defineRefusals } from '../kernel/errors.ts'

/** Refusals of the Discord bot. */
export const chatRefusals = defineRefusals({
  BOT_MISSING: { status: 503, message: 'This shop has no Discord bot: its server is started without DISCORD_BOT_TOKEN.' },
  TOO_MANY_TESTS: { status: 429, message: 'The channels were tested a moment ago. Please try again in a minute.', retryable: true },
})
