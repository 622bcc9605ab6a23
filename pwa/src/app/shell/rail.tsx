import { Link } from '../../ui/router.tsx'
import type { Area, NavEntry } from '../navigation.ts'
import { StatusLink } from '../status/status-link.tsx'
import { NavLink } from './nav-link.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './rail.module.css'
import { useShopName } from './use-shop-name.ts'

/** What the bars of the shell are made of. */
export type BarProps = { readonly entries: readonly NavEntry[]; readonly current: NavEntry | undefined; readonly area: Area }

const AREA_NAMES: Record<Area, string> = { user: 'Main', admin: 'Admin' }

/** Navigation at the side: labelled on a desktop, a narrow rail on a tablet. */
export function Rail({ entries, current, area }: BarProps) {
  const group = (place: NavEntry['place']) => entries.filter((entry) => entry.place === place)
  const links = (look: 'row' | 'tile') => (
    <nav className={classes.nav} data-look={look} aria-label={AREA_NAMES[area]}>
      {group('main').map((entry) => (
        <NavLink key={entry.to} entry={entry} look={look} isCurrent={entry === current} />
      ))}
      {group('more').length > 0 && <hr className={classes.line} />}
      {group('more').map((entry) => (
        <NavLink key={entry.to} entry={entry} look={look} isCurrent={entry === current} />
      ))}
    </nav>
  )
  const shopName = useShopName()
  return (
    <header className={classes.rail}>
      <Link to="/dashboard" className={classes.brand}>
        <img src="/icons/icon.svg" alt="" className={classes.mark} width={32} height={32} />
        <span className={classes.name}>{shopName}</span>
      </Link>
      {links('row')}
      {links('tile')}
      <div className={classes.foot}>
        <div className={classes.wide}>
          <StatusLink look="full" />
          <ProfileMenu look="row" />
        </div>
        <div className={classes.narrow}>
          <StatusLink look="rail" />
          <ProfileMenu look="avatar" />
        </div>
      </div>
    </header>
  )
}
