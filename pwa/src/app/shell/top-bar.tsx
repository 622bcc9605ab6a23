import { Link } from '../../ui/router.tsx'
import { StatusLink } from '../status/status-link.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './top-bar.module.css'

/** The phone's header: sync status and profile menu. */
export function TopBar() {
  return (
    <header className={classes.bar}>
      <Link to="/dashboard" className={classes.brand} aria-label="My dashboard">
        <img src="/icons/icon.svg" alt="" width={28} height={28} />
      </Link>
      <StatusLink look="pill" />
      <span className={classes.end}>
        <ProfileMenu look="avatar" />
      </span>
    </header>
  )
}
