import { Button, Skeleton } from '@mantine/core'
import { listSessions, revokeOtherSessions, revokeSession, type Session } from '@shop/shared/accounts/calls/sessions.ts'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { HERE } from '../ui/moments.ts'
import { Section } from '../ui/page.tsx'
import { Tag } from '../ui/tag.tsx'
import { BackupPasswordModal } from './backup-password-modal.tsx'
import { ChangePasswordModal } from './change-password-modal.tsx'
import { type DeviceKind, deviceOf } from './device-name.ts'
import { sentenceOf } from './sentence-of.ts'
import classes from './sessions-card.module.css'

type Loaded = { readonly sessions: readonly Session[]; readonly hasPassword: boolean }

const ICONS: Readonly<Record<DeviceKind, ReactNode>> = {
  phone: <IconDeviceMobile aria-hidden="true" />,
  tablet: <IconDeviceTablet aria-hidden="true" />,
  computer: <IconDeviceDesktop aria-hidden="true" />,
  program: <IconTerminal2 aria-hidden="true" />,
}

/** By what, and where, a person is signed in: the password, and the devices, each of which can be signed out. */
export function SessionsCard() {
  const call = useCall()
  const ask = useConfirm()
  const { online } = useSyncStatus()
  const { props: banner, show } = useBanner()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [isPasswordOpen, setPasswordOpen] = useState(false)

  const load = useCallback(async () => {
    try {
      setLoaded(await call(listSessions, {}))
      setProblem(null)
    } catch (thrown) {
      setProblem(sentenceOf(thrown))
    }
  }, [call])
  // again when the network is back
  useEffect(() => {
    if (online) void load()
  }, [online, load])

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
      body: 'It has to sign in again. Work it has not sent yet stays on it.',
      confirmLabel: 'Sign out',
    })
    if (isSure) await end(session.id, () => call(revokeSession, { params: { id: session.id } }), `${name} is signed out`)
  }
  const endOthers = async () => {
    const isSure = await ask({
      title: 'Sign out everywhere else?',
      body: 'Every device but this one has to sign in again. Work they have not sent yet stays on them.',
      confirmLabel: 'Sign out everywhere else',
    })
    if (isSure) await end('others', () => call(revokeOtherSessions, {}), 'Signed out everywhere else')
  }

  const closePassword = () => setPasswordOpen(false)
  const passwordSet = () => {
    closePassword()
    show('Password set successfully!')
    void load()
  }
  return (
    <>
      <Banner {...banner} />
      <Section
        title="Password"
        description={
          loaded?.hasPassword === false ? 'You sign in by Google or Discord. A password is a second way in.' : 'For signing in by e-mail.'
        }
        actions={
          <Button variant="default" disabled={!online || !loaded} onClick={() => setPasswordOpen(true)}>
            {loaded?.hasPassword === false ? 'Set a password' : 'Change password'}
          </Button>
        }
      >
        {!online && <p className={classes.note}>You are offline. The password can be changed when the server is reached again.</p>}
      </Section>
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
            <Banner message={{ text: problem, isError: true }} onClear={() => setProblem(null)} inline />
            <Button variant="default" onClick={() => void load()}>
              Try again
            </Button>
          </div>
        )}
      </Section>
      {isPasswordOpen &&
        (loaded?.hasPassword === false ? (
          <BackupPasswordModal onClose={closePassword} onSet={passwordSet} />
        ) : (
          <ChangePasswordModal onClose={closePassword} onChanged={passwordSet} />
        ))}
    </>
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
