import { IconCloudDown } from '@tabler/icons-react'
import type { SyncStatus } from '../../sync/api.ts'
import { grouped } from '../../ui/counted.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Notice } from './notice.tsx'
import classes from './notices.module.css'

/** Messages about a device that cannot store or sell, and about its first sync. */
export default function RareNotices({ status }: { readonly status: SyncStatus }) {
  return (
    <>
      {status.storage === 'full' && (
        <Notice tone="bad">
          This device has no storage left. Nothing new can be saved until some is freed; the open cart stays as it is.
        </Notice>
      )}
      {status.storage === 'blocked' && (
        <Notice tone="bad">
          This browser does not let the app store anything (a private window?). You can look things up here, but nothing can be sold or
          changed.
        </Notice>
      )}
      {!status.secureContext && (
        <Notice tone="warn">
          This device cannot sell offline here: the address is not secure. Open the shop by https, or on the server itself.
        </Notice>
      )}
      {status.startProgress && <FirstSync {...status.startProgress} />}
    </>
  )
}

function FirstSync({ rows, of }: { readonly rows: number; readonly of: number }) {
  return (
    <div className={classes.notice} data-tone="info" role="status">
      <IconCloudDown aria-hidden="true" />
      <span className={classes.text}>
        Getting the shop’s data
        {/* hidden from screen readers, which read the progress bar on demand; announcing every step would drown everything else */}
        {of > 0 && <span aria-hidden="true">{`: ${grouped(rows)} of ${grouped(of)}`}</span>}
        <ProgressBar done={rows} of={of} label="First sync" />
      </span>
    </div>
  )
}
