import { Button, Skeleton } from '@mantine/core'
import { listSessionsCall, revokeOtherSessionsCall, revokeSessionCall, type Session } from '@shop/shared/accounts/calls/sessions.ts'
import { type DeviceKind, deviceOf } from '@shop/shared/accounts/rules/device-name.ts'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { sentenceOf } from '../ui/error-message.ts'
import { HERE } from '../ui/moments.ts'
import { Section } from '../ui/page.tsx'
import { Tag } from '../ui/tag.tsx'
import { useCalled } from '../ui/use-called.ts'
import { BackupPasswordModal } from './backup-password-modal.tsx'
import { ChangePasswordModal } from './change-password-modal.tsx'
import classes from './sessions-card.module.css'

const ICONS: Readonly<Record<DeviceKind, ReactNode>> = {
  phone: <IconDeviceMobile aria-hidden="true" />,
  tablet: <IconDeviceTablet aria-hidden="true" />,
  computer: <IconDeviceDesktop aria-hidden="true" />,
  program: <IconTerminal2 aria-hidden="true" />,
}

/** Lets people change or set their password, and sign out their other devices. */
export function SessionsCard() {
  const { props: banner, show } = useBanner()
  const sessions = useSessions(show)
  const passwordSet = () => {
    show('Password set successfully!')
    void sessions.load()
  }
  return (
    <>
      <Banner {...banner} />
      <PasswordSection hasPassword={sessions.loaded?.hasPassword} onSet={passwordSet} />
      <DevicesSection sessions={sessions} />
    </>
  )
}

type PasswordProps = {
  /** Undefined until the server has answered. */
  readonly hasPassword: boolean | undefined
  readonly onSet: () => void
}

function PasswordSection({ hasPassword, onSet }: PasswordProps) {
  const { online } = useSyncStatus()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const set = () => {
    close()
    onSet()
  }
  const isMissing = hasPassword === false
  return (
    <>
      <Section
        title="Password"
        description={isMissing ? 'You sign in by Google or Discord. A password is a second way in.' : 'For signing in by e-mail.'}
        actions={
          <Button variant="default" disabled={!online || hasPassword === undefined} onClick={() => setOpen(true)}>
            {isMissing ? 'Set a password' : 'Change password'}
          </Button>
        }
      >
        {!online && <p className={classes.note}>You are offline. The password can be changed when the server is reached again.</p>}
      </Section>
      {isOpen &&
        (isMissing ? <BackupPasswordModal onClose={close} onSet={set} /> : <ChangePasswordModal onClose={close} onChanged={set} />)}
    </>
  )
}

function DevicesSection({ sessions }: { readonly sessions: ReturnType<typeof useSessions> }) {
  const { online } = useSyncStatus()
  const { loaded, problem, clearProblem, load, busyId, endOne, endOthers } = sessions
  return (
    <Section
      title="Where you are signed in"
      actions={
        <Button
          variant="default"
          disabled={!online || (loaded?.sessions.length ?? 0) < 2}
          loading={busyId === 'others'}
          onClick={() => void endOthers()}
        >
          Sign out everywhere else
        </Button>
      }
    >
      {!online && <p className={classes.note}>You are offline. Devices can be signed out when the server is reached again.</p>}
      {loaded ? (
        <ul className={classes.list} aria-label="Devices">
          {loaded.sessions.map((session) => (
            <Device
              key={session.id}
              session={session}
              isBusy={busyId === session.id}
              isOnline={online}
              onEnd={() => void endOne(session)}
            />
          ))}
        </ul>
      ) : problem === null ? (
        online && <Skeleton height={64} aria-label="Loading..." />
      ) : (
        <div className={classes.problem}>
          <Banner message={{ text: problem, isError: true }} onClear={clearProblem} inline />
          <Button variant="default" onClick={() => void load()}>
            Try again
          </Button>
        </div>
      )}
    </Section>
  )
}

type DeviceProps = { readonly session: Session; readonly isBusy: boolean; readonly isOnline: boolean; readonly onEnd: () => void }

function Device({ session, isBusy, isOnline, onEnd }: DeviceProps) {
  const { name, kind } = deviceOf(session.userAgent)
  return (
    <li className={classes.device}>
      <span className={classes.icon}>{ICONS[kind]}</span>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.note}>
          {session.isCurrent ? 'In use now' : `Last used ${whenOf(session.lastUsedAt)}`}
          {session.address === '' || session.address === 'unknown' ? '' : ` · ${session.address}`}
        </span>
        <span className={classes.note}>Signed in {whenOf(session.createdAt)}</span>
      </span>
      {session.isCurrent ? (
        <Tag tone="good">This device</Tag>
      ) : (
        <Button variant="default" loading={isBusy} disabled={!isOnline} onClick={onEnd} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}

const whenOf = (iso: string) => HERE.moment(Date.parse(iso))

/** The person's sessions, and the actions that end one session or all other sessions. Each action asks for a confirmation. `show` receives the
 *  result. */
function useSessions(show: (text: string) => void) {
  const call = useCall()
  const ask = useConfirm()
  const { load, answer: loaded, ...state } = useCalled(listSessionsCall)
  /** Id of the session that is being ended, or 'others'. */
  const [busyId, setBusyId] = useState<string | null>(null)

  const end = async (id: string, work: () => Promise<unknown>, done: string) => {
    if (busyId !== null) return
    setBusyId(id)
    try {
      await work()
      show(done)
    } catch (thrown) {
      show(`Error: ${sentenceOf(thrown)}`)
    } finally {
      setBusyId(null)
      void load()
    }
  }
  const endOne = async (session: Session) => {
    const { name } = deviceOf(session.userAgent)
    const isSure = await ask({
      title: `Sign out “${name}”?`,
      body: 'It closes as soon as it reaches the shop, in the middle of a sale too. Work it has not sent yet stays locked on it until you sign in there or an admin unlocks it.',
      confirmLabel: 'Sign out',
    })
    if (isSure) await end(session.id, () => call(revokeSessionCall, { params: { id: session.id } }), `${name} is signed out`)
  }
  const endOthers = async () => {
    const isSure = await ask({
      title: 'Sign out everywhere else?',
      body: 'Every device but this one closes as soon as it reaches the shop, in the middle of a sale too. Work they have not sent yet stays locked on them until you sign in there or an admin unlocks it.',
      confirmLabel: 'Sign out everywhere else',
    })
    if (isSure) await end('others', () => call(revokeOtherSessionsCall, {}), 'Signed out everywhere else')
  }
  return { ...state, loaded, load, busyId, endOne, endOthers }
}
