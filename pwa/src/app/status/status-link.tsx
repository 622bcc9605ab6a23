import { IconCloud, IconCloudCheck, IconCloudOff, IconCloudUp, IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useSession, useSyncStatus } from '../../sync/api.ts'
import { Link } from '../../ui/router.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import classes from './status-link.module.css'
import { statusWords } from './status-words.ts'

type Props = {
  /** `full`: for the labelled side bar. `rail`: for the narrow side bar. `pill`: for the phone's top bar. */
  readonly look: 'full' | 'rail' | 'pill'
}

/** Shows the sync status, always on screen. Links to the sync screen. */
export function StatusLink({ look }: Props) {
  const status = useSyncStatus()
  const isAdmin = useSession().user?.role === 'admin'
  const words = statusWords(status, useMinute())
  const Icon = !status.online ? IconCloudOff : status.phase === 'pushing' ? IconCloudUp : words.tone === 'good' ? IconCloudCheck : IconCloud
  const Ready = words.isReady ? IconShieldCheck : IconShieldX
  return (
    <Link to="/sync" className={classes.status} data-look={look} data-tone={words.tone}>
      <Icon className={classes.icon} aria-hidden="true" />
      <span className={classes.words}>
        <span className={classes.connection}>{words.connection}</span>
        <span className={classes.line}>{words.waiting}</span>
        <span className={classes.line}>
          {look === 'pill' && words.lastSyncTime !== null ? (
            <>
              <span className="shop-visually-hidden">Synced </span>
              {words.lastSyncTime}
            </>
          ) : (
            words.lastSync
          )}
        </span>
        {isAdmin && look !== 'pill' && (
          <span className={classes.line} data-ready={words.isReady}>
            <span className={classes.long}>{words.ready}</span>
            <span className={classes.short} aria-hidden="true">
              {words.isReady ? 'Ready' : 'Not ready'}
            </span>
          </span>
        )}
      </span>
      {isAdmin && look === 'pill' && (
        <>
          <Ready className={classes.icon} data-ready={words.isReady} aria-hidden="true" />
          <span className="shop-visually-hidden">{words.ready}</span>
        </>
      )}
    </Link>
  )
}
