import { Text } from '@mantine/core'
import { editProfile } from '@shop/shared/accounts/commands/edit-profile.ts'
import { chatIdSchema, looksLikeChatId } from '@shop/shared/accounts/rules/chat-id.ts'
import type { User } from '@shop/shared/accounts/schema.ts'
import * as z from 'zod/mini'
import { useRunCommand } from '../../sync/api.ts'
import { Section } from '../../ui/page.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { LinkDiscordButton } from '../link-discord-button.tsx'
import type { SignInWays } from '../use-sign-in-ways.ts'
import { OneFieldForm } from './one-field-form.tsx'
import classes from './profile.module.css'

const idSchema = z.object({ value: chatIdSchema })

type Props = { readonly user: User; readonly ways: SignInWays; readonly onMessage: (text: string) => void }

/** The chat account that receives messages. People link it by signing in to Discord, or type its id. */
export function ChatSection({ user, ways, onMessage }: Props) {
  const run = useRunCommand()
  const { day } = useMoments()
  const isLinked = user.discordLinkedAtMs !== null
  return (
    <Section title="Discord" description="Where the shop writes to you when something of yours is sold or paid out.">
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <dt>Discord username</dt>
          <dd>{user.discordUsername === '' ? <span className={classes.note}>Not linked</span> : <bdi>{user.discordUsername}</bdi>}</dd>
        </div>
        {user.discordLinkedAtMs !== null && (
          <div className={classes.fact}>
            <dt>Linked</dt>
            <dd>{day(user.discordLinkedAtMs)}</dd>
          </div>
        )}
      </dl>
      <div className={classes.stack}>
        <LinkDiscordButton isLinked={isLinked} ways={ways} />
      </div>
      <OneFieldForm
        label="Discord user ID"
        description={
          isLinked
            ? 'Another ID gets the messages instead. Your way to sign in stays as it is.'
            : 'A number of 17 to 20 digits. Leave it empty for no messages.'
        }
        value={user.discordId}
        schema={idSchema}
        prefix="Error updating profile: "
        save={(discordId, id) => run(editProfile, { uid: user.id, changes: { discordId } }, { id })}
        onSaved={() => onMessage('Profile updated')}
        hintOf={(typed) =>
          typed.trim() === '' || looksLikeChatId(typed) ? null : (
            <Text role="status" size="sm" c="var(--shop-warn)">
              This does not look like a Discord user ID, which is a number of 17 to 20 digits. It is not your Discord name.
            </Text>
          )
        }
        inputProps={{ inputMode: 'numeric', autoComplete: 'off', maxLength: 64 }}
      />
      <details className={classes.help}>
        <summary>How to find your Discord user ID</summary>
        <ol>
          <li>Open Discord and go to User Settings, the cog beside your name.</li>
          <li>Under Advanced, switch on Developer Mode.</li>
          <li>
            Close the settings. Right-click your own name or picture in any message; on a phone, tap your picture, then the three dots.
          </li>
          <li>Choose Copy User ID and paste it here.</li>
        </ol>
      </details>
    </Section>
  )
}
