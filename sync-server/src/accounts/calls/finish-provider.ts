import { finishDiscord, finishGoogle } from '@shop/shared/accounts/calls/providers.ts'
import { implementPublicCall } from '../../platform/http/implement-call.ts'
import type { Accounts } from '../accounts.ts'

/** GET /auth/discord/callback. */
export const finishDiscordCall = ({ providers }: Accounts) =>
  implementPublicCall(finishDiscord, ({ query, ...caller }) => providers.finish('discord', caller, query))

/** GET /auth/google/callback. */
export const finishGoogleCall = ({ providers }: Accounts) =>
  implementPublicCall(finishGoogle, ({ query, ...caller }) => providers.finish('google', caller, query))
