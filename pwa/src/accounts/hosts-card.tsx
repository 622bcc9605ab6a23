import { Button, Skeleton } from '@mantine/core'
import { confirmHostCall, type Host, listHostsCall, type MailTarget, removeHostCall } from '@shop/shared/accounts/calls/hosts.ts'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { Banner, useBanner } from '../ui/banner.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { sentenceOf } from '../ui/error-message.ts'
import { Section } from '../ui/page.tsx'
import { Tag } from '../ui/tag.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { useCalled } from '../ui/use-called.ts'
import classes from './sessions-card.module.css'

const REASONS: Readonly<Record<Host['source'], string>> = {
  configured: 'Named in the server’s configuration',
  machine: 'The server’s own machine',
  confirmed: 'Confirmed by an admin',
  used: 'Used by admins before addresses were checked; not confirmed yet',
}

/** Lists the addresses under which the shop answers, and those to which links in its mails lead. */
export function HostsCard() {
  const { online } = useSyncStatus()
  const { props: banner, show } = useBanner()
  const { answer: loaded, problem, load } = useCalled(listHostsCall)
  const { busy, confirmThis, remove } = useHostActs(show, load)
  return (
    <Section
      title="Addresses of the shop"
      description="The app opens under these addresses alone, so that nobody can pass a page of theirs for the shop."
    >
      <Banner {...banner} inline />
      {!online && <p className={classes.note}>You are offline. The addresses are listed when the server is reached again.</p>}
      {problem !== null && (
        <div className={classes.problem}>
          <p role="alert">{`Error loading the addresses: ${problem}`}</p>
          <Button variant="default" onClick={() => void load()}>
            Try again
          </Button>
        </div>
      )}
      {loaded && <MailTargets targets={loaded.mailTargets} isBusy={busy} isOnline={online} onConfirm={() => void confirmThis()} />}
      {loaded && (
        <ul className={classes.list} aria-label="Addresses">
          {loaded.hosts.map((host) => (
            <HostRow key={host.host} host={host} isBusy={busy || !online} onRemove={() => void remove(host.host)} />
          ))}
        </ul>
      )}
      {!loaded && problem === null && online && <Skeleton height={64} role="status" aria-label="Loading..." />}
    </Section>
  )
}

type TargetsProps = {
  readonly targets: readonly MailTarget[]
  readonly isBusy: boolean
  readonly isOnline: boolean
  readonly onConfirm: () => void
}

/** Shows, for each brand, the address to which links in its mails lead. A button confirms the address in use now for mails. */
function MailTargets({ targets, isBusy, isOnline, onConfirm }: TargetsProps) {
  const { origin } = window.location
  return (
    <>
      {targets.map(({ brand, origin: target }) => (
        <p key={brand} className={classes.note}>
          {target === null ? (
            `Mails of ${brand} with a link wait under E-mail for you to hand on, because no address is confirmed for them.`
          ) : (
            <>
              Links in mails of {brand} lead to <bdi className={classes.name}>{target}</bdi>.
            </>
          )}
        </p>
      ))}
      {!targets.some((target) => target.origin === origin) && (
        <div>
          <Button variant="default" loading={isBusy} disabled={!isOnline} onClick={onConfirm}>
            {`Confirm ${origin}`}
          </Button>
        </div>
      )}
    </>
  )
}

function HostRow({ host: { host, source, canRemove }, isBusy, onRemove }: { host: Host; isBusy: boolean; onRemove: () => void }) {
  const isHere = window.location.hostname === host
  return (
    <li className={classes.device}>
      <span className={classes.words}>
        <bdi className={classes.name}>{host}</bdi>
        <span className={classes.note}>{REASONS[source]}</span>
      </span>
      {isHere && <Tag tone="good">In use now</Tag>}
      {canRemove && !isHere && (
        <Button variant="default" disabled={isBusy} onClick={onRemove} aria-label={`Remove ${host}`}>
          Remove
        </Button>
      )}
    </li>
  )
}

/** The actions that confirm the address in use and remove another address, each after a question. `show` receives the result. */
function useHostActs(show: (text: string) => void, load: () => Promise<void>) {
  const call = useCall()
  const ask = useConfirm()
  const { busy, run } = useBusy()
  const act = (question: Parameters<typeof ask>[0], work: () => Promise<unknown>, done: string) =>
    run(async () => {
      if (!(await ask(question))) return
      try {
        await work()
        show(done)
      } catch (thrown) {
        show(`Error: ${sentenceOf(thrown)}`)
      }
      await load()
    })
  const confirmThis = () => {
    const { origin } = window.location
    return act(
      {
        title: 'Confirm this address?',
        body: `The shop answers under ${origin}, and links in its mails lead there. Confirm only an address that belongs to the shop.`,
        confirmLabel: 'Confirm',
        tone: 'neutral',
      },
      () => call(confirmHostCall, { body: { origin, isForMails: true } }),
      `${origin} is confirmed`,
    )
  }
  const remove = (host: string) =>
    act(
      {
        title: `Remove ${host}?`,
        body: 'Whoever comes by this address is turned away. Devices that use it keep their unsent work.',
        confirmLabel: 'Remove',
      },
      () => call(removeHostCall, { params: { host } }),
      `${host} is removed`,
    )
  return { busy, confirmThis, remove }
}
