import { IconWifiOff } from '@tabler/icons-react'
import classes from './sign-in.module.css'

export function OfflineNote() {
  return (
    <p className={classes.offline} role="status">
      <IconWifiOff aria-hidden="true" />
      The shop’s server cannot be reached. Signing in needs a connection; this page goes on by itself when it is back.
    </p>
  )
}
