import { Button, Skeleton } from '@mantine/core'
import { getSecondFactorCall, removeCodesCall, resetRecoveryCodesCall } from '@shop/shared/accounts/calls/second-factor.ts'
import { deviceOf } from '@shop/shared/accounts/rules/device-name.ts'
import { RECOVERY_CODES } from '@shop/shared/accounts/rules/second-factor.ts'
import { isEmailProved, type User } from '@shop/shared/accounts/schema.ts'
import { CONFIRM_EMAIL_FIRST } from '@shop/shared/accounts/second-factor-errors.ts'
import type { OutputOf } from '@shop/shared/kernel/define-call.ts'
import { lazy, Suspense, useState } from 'react'
import { useCall, useSyncStatus } from '../../sync/api.ts'
import { Banner } from '../../ui/banner.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'
import { sentenceOf } from '../../ui/error-message.ts'
import { Section } from '../../ui/page.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useCalled } from '../../ui/use-called.ts'
import { goToConfirmEmail } from '../confirm-email/confirm-email-place.ts'
import classes from '../profile/profile.module.css'
import { makePasskey, offersPasskeys } from '../proof/use-passkey.ts'
import { PasskeysList } from './passkeys-list.tsx'

const CodesModal = lazy(() => import('./codes-modal.tsx'))
const RecoveryCodesModal = lazy(() => import('./recovery-codes-modal.tsx'))

type Factors = OutputOf<typeof getSecondFactorCall>

/** The second step of signing in: codes of an app, passkeys, and recovery codes. */
export function SecuritySection({ user, onMessage }: { readonly user: User; readonly onMessage: (text: string) => void }) {
  const { online } = useSyncStatus()
  const { answer: factors, problem, load, clearProblem } = useCalled(getSecondFactorCall)
  const [isSettingUp, setSettingUp] = useState(false)
  const [shownCodes, setShownCodes] = useState<readonly string[]>([])
  const acts = useActs({ onMessage, load, onCodes: setShownCodes })
  const closeSetUp = (recoveryCodes: readonly string[] | null) => {
    setSettingUp(false)
    if (recoveryCodes === null) return
    onMessage('Sign-in asks for a code from now on')
    setShownCodes(recoveryCodes)
    void load()
  }
  return (
    <Section
      title="Sign-in security"
      description="A second step after the password: a code from an app on your phone, or a passkey. Whoever learns your password cannot sign in with it alone."
    >
      {!online && <p className={classes.note}>You are offline. The second step can be changed when the server is reached again.</p>}
      {problem !== null && (
        <div className={classes.stack}>
          <Banner message={{ text: problem, isError: true }} onClear={clearProblem} inline />
          <Button variant="default" onClick={() => void load()}>
            Try again
          </Button>
        </div>
      )}
      {!factors && problem === null && online && <Skeleton height={64} role="status" aria-label="Loading..." />}
      {!isEmailProved(user) && (
        <div className={classes.stack}>
          <p className={classes.note}>{CONFIRM_EMAIL_FIRST}</p>
          <Button variant="default" onClick={goToConfirmEmail}>
            Go to the confirmation
          </Button>
        </div>
      )}
      {factors && (
        <FactorFacts
          factors={factors}
          isOnline={online}
          canAdd={online && isEmailProved(user)}
          acts={acts}
          onSetUp={() => setSettingUp(true)}
        />
      )}
      {factors && factors.passkeys.length > 0 && (
        <PasskeysList passkeys={factors.passkeys} isOnline={online} run={acts.run} onMessage={onMessage} />
      )}
      <Suspense fallback={null}>
        {isSettingUp && <CodesModal onClose={closeSetUp} />}
        {shownCodes.length > 0 && <RecoveryCodesModal codes={shownCodes} onClose={() => setShownCodes([])} />}
      </Suspense>
    </Section>
  )
}

type FactsProps = {
  readonly factors: Factors
  readonly isOnline: boolean
  /** False while the device is offline or the e-mail is not confirmed. */
  readonly canAdd: boolean
  readonly acts: ReturnType<typeof useActs>
  readonly onSetUp: () => void
}

function FactorFacts({ factors, isOnline, canAdd, acts, onSetUp }: FactsProps) {
  const { hasCodes, hasSecond, recoveryCodesLeft, passkeys, admitsPasskeys } = factors
  const canMake = admitsPasskeys && offersPasskeys()
  return (
    <dl className={classes.facts}>
      <div className={classes.fact}>
        <dt>Codes of an app</dt>
        <dd>
          <Tag tone={hasCodes ? 'good' : 'neutral'}>{hasCodes ? 'On' : 'Off'}</Tag>
          <Button variant="default" disabled={!canAdd} onClick={onSetUp}>
            {hasCodes ? 'Use another device' : 'Set up codes'}
          </Button>
          {hasCodes && (
            <Button variant="default" disabled={!isOnline || acts.busy} onClick={() => void acts.removeCodes()}>
              Switch codes off
            </Button>
          )}
        </dd>
      </div>
      <div className={classes.fact}>
        <dt>Passkeys</dt>
        <dd>
          <Tag tone={passkeys.length > 0 ? 'good' : 'neutral'}>{passkeys.length > 0 ? 'On' : 'Off'}</Tag>
          {canMake ? (
            <Button variant="default" disabled={!canAdd || acts.busy} onClick={() => void acts.addPasskey()}>
              Add a passkey
            </Button>
          ) : (
            <span className={classes.note}>Passkeys work only where the shop is opened by a name and over HTTPS.</span>
          )}
        </dd>
      </div>
      {hasSecond && (
        <div className={classes.fact}>
          <dt>Recovery codes</dt>
          <dd>
            {recoveryCodesLeft === 0 ? <Tag tone="bad">None left</Tag> : `${recoveryCodesLeft} of ${counted(RECOVERY_CODES, 'code')} left`}
            <Button variant="default" disabled={!isOnline || acts.busy} onClick={() => void acts.resetRecoveryCodes()}>
              New recovery codes
            </Button>
          </dd>
        </div>
      )}
    </dl>
  )
}

type ActsParts = {
  readonly onMessage: (text: string) => void
  readonly load: () => Promise<void>
  readonly onCodes: (codes: readonly string[]) => void
}

/** The actions that add a passkey, switch codes off and renew recovery codes. The last two ask for a confirmation. */
function useActs({ onMessage, load, onCodes }: ActsParts) {
  const call = useCall()
  const ask = useConfirm()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (thrown) {
      onMessage(`Error: ${sentenceOf(thrown)}`)
    } finally {
      setBusy(false)
      void load()
    }
  }
  const removeCodes = async () => {
    const isSure = await ask({
      title: 'Switch codes off?',
      body: 'Without a passkey your password alone signs in then, and your recovery codes end.',
      confirmLabel: 'Switch codes off',
    })
    if (!isSure) return
    await run(async () => {
      await call(removeCodesCall, {})
      onMessage('Codes are switched off')
    })
  }
  const addPasskey = () =>
    run(async () => {
      const { recoveryCodes } = await makePasskey(call, deviceOf(navigator.userAgent).name)
      onMessage('Passkey added')
      if (recoveryCodes.length > 0) onCodes(recoveryCodes)
    })
  const resetRecoveryCodes = async () => {
    const isSure = await ask({
      title: 'Make new recovery codes?',
      body: 'The ones you kept so far end. The new ones are shown once.',
      confirmLabel: 'Make new codes',
      tone: 'neutral',
    })
    if (isSure) await run(async () => onCodes((await call(resetRecoveryCodesCall, {})).recoveryCodes))
  }
  return { busy, run, addPasskey, removeCodes, resetRecoveryCodes }
}
