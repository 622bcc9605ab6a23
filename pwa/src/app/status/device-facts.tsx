import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useKeptBytes, useSession, useSyncStatus } from '../../sync/api.ts'
import { HERE } from '../../ui/moments.ts'
import { Section } from '../../ui/page.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { useInstall } from '../install-offer.ts'
import classes from './device-facts.module.css'
import { statusWords } from './status-words.ts'

export function DeviceFacts() {
  const status = useSyncStatus()
  const now = useMinute()
  const isAdmin = useSession().user?.role === 'admin'
  const words = statusWords(status, now)
  return (
    <Section title="This device">
      <dl className={classes.facts}>
        <Fact name="Connection" tone={status.online ? 'good' : 'warn'} value={status.online ? 'Online' : 'Offline'} />
        <Fact
          name="Last sync"
          tone={status.lastSyncAtMs === null ? 'warn' : 'neutral'}
          value={status.lastSyncAtMs === null ? 'Not yet' : HERE.moment(status.lastSyncAtMs)}
        />
        {isAdmin && (
          <Fact name="Selling offline" tone={words.isReady ? 'good' : 'warn'} value={words.isReady ? 'Ready to sell offline' : 'Not ready'}>
            {status.notReadyReasons.map((reason) => (
              <span key={reason}>{reason}</span>
            ))}
          </Fact>
        )}
        <Storage persisted={status.persisted} storage={status.storage} />
        <Kept />
        {!status.secureContext && (
          <Fact name="Address" tone="warn" value="Not secure">
            Working offline, the camera and several tabs need https, except on the server itself. The README says how a shop gets a
            certificate.
          </Fact>
        )}
        <Installed />
      </dl>
    </Section>
  )
}

type FactProps = { readonly name: string; readonly value: string; readonly tone: Tone; readonly children?: ReactNode }

function Fact({ name, value, tone, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>
        <Tag tone={tone}>{value}</Tag>
        {children !== undefined && <span className={classes.more}>{children}</span>}
      </dd>
    </div>
  )
}

function Storage({ persisted, storage }: { readonly persisted: boolean | null; readonly storage: 'ok' | 'full' | 'blocked' }) {
  if (storage !== 'ok') return <Fact name="Storage" tone="bad" value={storage === 'full' ? 'Full' : 'Blocked by the browser'} />
  if (persisted === true) return <Fact name="Storage" tone="good" value="Kept by the browser" />
  return (
    <Fact name="Storage" tone="warn" value={persisted === null ? 'Not known' : 'May be cleared by the browser'}>
      {persisted === false && 'The browser did not promise to keep this data when space runs out. Installing the app usually changes that.'}
    </Fact>
  )
}

/** Share of the storage from which a device warns. */
const NEARLY_FULL = 0.8
const inUnit = (unit: string) => new Intl.NumberFormat('en-US', { style: 'unit', unit, maximumFractionDigits: 1 })
const MEGABYTES = inUnit('megabyte')
const GIGABYTES = inUnit('gigabyte')

const sizeWords = (bytes: number): string => (bytes < 1e9 ? MEGABYTES.format(bytes / 1e6) : GIGABYTES.format(bytes / 1e9))

/** Shows the storage that the shop uses of what the browser gives it, as the browser estimates both. App and pictures are included. */
function Kept() {
  const kept = useKeptBytes()
  if (kept == null) return null
  const share = `${sizeWords(kept.usedBytes)} of ${sizeWords(kept.limitBytes)}`
  if (kept.usedBytes < NEARLY_FULL * kept.limitBytes) return <Fact name="Kept here" tone="neutral" value={share} />
  return (
    <Fact name="Kept here" tone="warn" value={`${share}: nearly full`}>
      Free some space on this device, or it cannot save new sales soon. Nothing that is saved is lost.
    </Fact>
  )
}

function Installed() {
  const { isInstalled, isApple, install } = useInstall()
  if (isInstalled) return <Fact name="App" tone="good" value="Installed" />
  return (
    <Fact name="App" tone="neutral" value="In the browser">
      {install ? (
        <Button variant="default" onClick={install}>
          Install this app
        </Button>
      ) : isApple ? (
        'To install: Share, then Add to Home Screen.'
      ) : (
        'To install: the browser’s menu, then Install.'
      )}
    </Fact>
  )
}
