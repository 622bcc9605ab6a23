import { Button } from '@mantine/core'
import { removePasskeyCall } from '@shop/shared/accounts/calls/passkeys.ts'
import type { Passkey } from '@shop/shared/accounts/rules/passkeys.ts'
import { lazy, Suspense, useState } from 'react'
import { useCall } from '../../sync/api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { HERE } from '../../ui/moments.ts'
import classes from '../sessions-card.module.css'

const RenamePasskeyModal = lazy(() => import('./rename-passkey-modal.tsx'))

type Props = {
  readonly passkeys: readonly Passkey[]
  readonly isOnline: boolean
  /** Runs an action, shows its failure and reloads the list. */
  readonly run: (work: () => Promise<void>) => Promise<void>
  readonly onMessage: (text: string) => void
}

/** Lists the person's passkeys, which can be renamed and removed. */
export function PasskeysList({ passkeys, isOnline, run, onMessage }: Props) {
  const call = useCall()
  const ask = useConfirm()
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const remove = async ({ id, name }: Passkey) => {
    const isSure = await ask({
      title: `Remove the passkey “${name}”?`,
      body: 'It signs in no more. The device may still offer it until you delete it there too.',
      confirmLabel: 'Remove passkey',
    })
    if (!isSure) return
    await run(async () => {
      await call(removePasskeyCall, { params: { id } })
      onMessage('Passkey removed')
    })
  }
  return (
    <>
      <ul className={classes.list} aria-label="Passkeys">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={classes.device}>
            <span className={classes.words}>
              <bdi className={classes.name}>{passkey.name}</bdi>
              <span className={classes.note}>
                Added {whenOf(passkey.createdAt)}
                {passkey.host === window.location.hostname ? '' : ` · for ${passkey.host}`}
              </span>
              <span className={classes.note}>
                {passkey.lastUsedAt === null ? 'Not used yet' : `Last used ${whenOf(passkey.lastUsedAt)}`}
              </span>
            </span>
            <Button variant="default" disabled={!isOnline} onClick={() => setRenamed(passkey)} aria-label={`Rename ${passkey.name}`}>
              Rename
            </Button>
            <Button variant="default" disabled={!isOnline} onClick={() => void remove(passkey)} aria-label={`Remove ${passkey.name}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {renamed && (
        <Suspense fallback={null}>
          <RenamePasskeyModal
            passkey={renamed}
            onClose={() => setRenamed(null)}
            onRenamed={() => {
              setRenamed(null)
              void run(async () => onMessage('Passkey renamed'))
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const whenOf = (iso: string) => HERE.moment(Date.parse(iso))
