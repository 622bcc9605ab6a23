import { Button } from '@mantine/core'
import type { listSessionsCall } from '@shop/shared/accounts/calls/sessions.ts'
import { PROVIDER_NAMES, type ProviderId } from '@shop/shared/accounts/rules/providers.ts'
import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import { useState } from 'react'
import { useSyncStatus } from '../sync/api.ts'
import { Section } from '../ui/page.tsx'
import { BackupPasswordModal } from './backup-password-modal.tsx'
import { ChangePasswordModal } from './change-password-modal.tsx'
import classes from './sessions-card.module.css'

type Ways = Pick<OutputOf<typeof listSessionsCall>, 'hasPassword' | 'providers'>

type Props = {
  /** Null until the server has answered. */
  readonly ways: Ways | null
  /** The provider that is being unlinked, or the id of another act. */
  readonly busyId: string | null
  readonly onPasswordSet: () => void
  readonly onUnlink: (provider: ProviderId) => void
}

/** The password and the linked accounts by which the person signs in. */
export function SignInWaysSection({ ways, busyId, onPasswordSet, onUnlink }: Props) {
  const { online } = useSyncStatus()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const set = () => {
    close()
    onPasswordSet()
  }
  const isMissing = ways?.hasPassword === false
  return (
    <>
      <Section title="Ways to sign in" description="Remove an account that you did not link yourself.">
        {!online && <p className={classes.note}>You are offline. How you sign in can be changed when the server is reached again.</p>}
        <ul className={classes.list} aria-label="Ways to sign in">
          <li className={classes.device}>
            <span className={classes.words}>
              <span className={classes.name}>Password</span>
              <span className={classes.note}>{isMissing ? 'Not set. A password is a second way in.' : 'For signing in by e-mail.'}</span>
            </span>
            <Button variant="default" disabled={!online || ways === null} onClick={() => setOpen(true)}>
              {isMissing ? 'Set a password' : 'Change password'}
            </Button>
          </li>
          {ways?.providers.map((provider) => (
            <li key={provider} className={classes.device}>
              <span className={classes.words}>
                <span className={classes.name}>{PROVIDER_NAMES[provider]}</span>
                <span className={classes.note}>An account at {PROVIDER_NAMES[provider]} is linked.</span>
              </span>
              <Button
                variant="default"
                loading={busyId === provider}
                disabled={!online}
                onClick={() => onUnlink(provider)}
                aria-label={`Remove ${PROVIDER_NAMES[provider]}`}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      </Section>
      {isOpen &&
        (isMissing ? <BackupPasswordModal onClose={close} onSet={set} /> : <ChangePasswordModal onClose={close} onChanged={set} />)}
    </>
  )
}
