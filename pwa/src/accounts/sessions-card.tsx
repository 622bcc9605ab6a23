import { Button, Skeleton } from '@mantine/core'
import { unlinkProviderCall } from '@shop/shared/accounts/calls/providers.ts'
import { listSessionsCall, revokeOtherSessionsCall, revokeSessionCall, type Session } from '@shop/shared/accounts/calls/sessions.ts'
import { type DeviceKind, deviceOf } from '@shop/shared/accounts/rules/device-name.ts'
import { PROVIDER_NAMES, type ProviderId } from '@shop/shared/accounts/rules/providers.ts'
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
import classes from './sessions-card.module.css'
import { SignInWaysSection } from './sign-in-ways-section.tsx'

const ICONS: Readonly<Record<DeviceKind, ReactNode>> = {
  phone: <IconDeviceMobile aria-hidden="true" />,
  tablet: <IconDeviceTablet aria-hidden="true" />,
  computer: <IconDeviceDesktop aria-hidden="true" />,
  program: <IconTerminal2 aria-hidden="true" />,
}

/** Lets people change or set their password, unlink Google and Discord, and sign out their other devices. */
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
      <SignInWaysSection
        ways={sessions.loaded}
        busyId={sessions.busyId}
        onPasswordSet={passwordSet}
        onUnlink={(provider) => void sessions.unlink(provider)}
      />
      <DevicesSection sessions={sessions} />
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
        online && <Skeleton height={64} role="status" aria-label="Loading..." />
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

/** The person's sessions and links, and the actions that end one session, all other sessions or a link. Each action asks for a confirmation. `show`
 *  receives the result. */
function useSessions(show: (text: string) => void) {
  const call = useCall()
  const ask = useConfirm()
  const { load, answer: loaded, ...state } = useCalled(listSessionsCall)
  /** Id of the session that is being ended, 'others', or the provider that is being unlinked. */
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
  const unlink = async (provider: ProviderId) => {
    const name = PROVIDER_NAMES[provider]
    const isSure = await ask({
      title: `Remove ${name}?`,
      body: `This ${name} account signs in here no more, unless it has your own e-mail. Devices that are signed in stay so until you sign them out.`,
      confirmLabel: `Remove ${name}`,
    })
    if (isSure) await end(provider, () => call(unlinkProviderCall, { params: { provider } }), `${name} is removed`)
  }
  return { ...state, loaded, load, busyId, endOne, endOthers, unlink }
}
