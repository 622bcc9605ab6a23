import { ConsentServer } from './consent-server.ts'

/** An account as Discord's API returns it. */
export type DiscordAccount = { id: string; username: string; global_name: string; email: string; verified: boolean }

const CLIENT = { id: '123456789012345678', secret: 'the secret of the shop at Discord' }
const PLACES = { title: 'Discord', consent: '/oauth2/authorize', token: '/api/v10/oauth2/token', profile: '/api/v10/users/@me' }

/** A local server in place of Discord. */
export class DiscordServer extends ConsentServer<DiscordAccount> {
  static start(): Promise<DiscordServer> {
    return new DiscordServer(PLACES, CLIENT).open()
  }

  get environment(): Record<string, string> {
    return { DISCORD_URL: this.url, DISCORD_CLIENT_ID: CLIENT.id, DISCORD_CLIENT_SECRET: CLIENT.secret }
  }
}
