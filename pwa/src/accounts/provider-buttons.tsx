import { Button } from '@mantine/core'
import { startDiscordCall, startGoogleCall } from '@shop/shared/accounts/calls/providers.ts'
import { IconBrandDiscordFilled, IconBrandGoogleFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../sync/api.ts'
import { keepReturnPath } from './login-place.ts'
import classes from './sign-in.module.css'
import type { SignInWays } from './use-sign-in-ways.ts'

type Props = {
  readonly ways: SignInWays
  /** The secret of the invitation that the person opened, if any. */
  readonly invitation: string | null
  readonly returnPath: string
  readonly onFail: (sentence: string) => void
}

/** Buttons for Google and Discord, if the shop has configured them. */
export function ProviderButtons({ ways, invitation, returnPath, onFail }: Props) {
  const call = useCall()
  const [opening, setOpening] = useState<'google' | 'discord' | null>(null)
  if (!ways.google && !ways.discord) return null

  const open = async (provider: 'google' | 'discord') => {
    if (opening !== null) return
    setOpening(provider)
    try {
      keepReturnPath(returnPath)
      const query = invitation === null ? {} : { invitation }
      const { url } =
        provider === 'google' ? await call(startGoogleCall, { query }) : await call(startDiscordCall, { query: { ...query, pkce: true } })
      window.location.assign(url)
    } catch {
      onFail(provider === 'google' ? 'Failed to sign in with Google' : 'Failed to initiate Discord sign in')
    } finally {
      setOpening(null)
    }
  }
  return (
    <div className={classes.providers}>
      <p className={classes.or}>or</p>
      {ways.google && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconBrandGoogleFilled size="1.25rem" aria-hidden="true" />}
          loading={opening === 'google'}
          disabled={ways.isOffline}
          onClick={() => void open('google')}
        >
          Continue with Google
        </Button>
      )}
      {ways.discord && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconBrandDiscordFilled size="1.25rem" aria-hidden="true" />}
          loading={opening === 'discord'}
          disabled={ways.isOffline}
          onClick={() => void open('discord')}
        >
          Continue with Discord
        </Button>
      )}
    </div>
  )
}
