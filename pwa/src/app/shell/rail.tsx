import { useElementSize } from '@mantine/hooks'
import { Link } from '../../ui/router.tsx'
import { useShopName } from '../../ui/use-shop-settings.ts'
import type { Area, NavEntry } from '../navigation.ts'
import { StatusLink } from '../status/status-link.tsx'
import { MoreEntries } from './more-entries.tsx'
import { NavLink } from './nav-link.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './rail.module.css'

export type BarProps = { readonly entries: readonly NavEntry[]; readonly current: NavEntry | undefined; readonly area: Area }

const AREA_NAMES: Record<Area, string> = { user: 'Main', admin: 'Admin' }

const inPlace = (entries: readonly NavEntry[], place: NavEntry['place']) => entries.filter((entry) => entry.place === place)

function RowLinks({ entries, current, area }: BarProps) {
  const more = inPlace(entries, 'more')
  const link = (entry: NavEntry) => <NavLink key={entry.to} entry={entry} look="row" isCurrent={entry === current} />
  return (
    <nav className={classes.nav} data-look="row" aria-label={AREA_NAMES[area]}>
      {inPlace(entries, 'main').map(link)}
      {more.length > 0 && <hr className={classes.line} />}
      {more.map(link)}
    </nav>
  )
}

/** Height of one tile and the gap below it, in pixels: `--shop-target-till` and the gap of `.nav`. */
const TILE_PX = 58

/** Shows as many tiles as the height allows. If entries remain, the last tile opens them. */
function TileLinks({ entries, current, area }: BarProps) {
  const { ref, height } = useElementSize<HTMLElement>()
  const ordered = [...inPlace(entries, 'main'), ...inPlace(entries, 'more')]
  const room = Math.floor(height / TILE_PX)
  const shown = ordered.length <= room ? ordered : ordered.slice(0, Math.max(room, 1) - 1)
  return (
    <nav ref={ref} className={classes.nav} data-look="tile" aria-label={AREA_NAMES[area]}>
      {shown.map((entry) => (
        <NavLink key={entry.to} entry={entry} look="tile" isCurrent={entry === current} />
      ))}
      <MoreEntries entries={ordered.slice(shown.length)} current={current} />
    </nav>
  )
}

/** The side navigation. It has labels beside the icons on a desktop, and is a narrow rail on a tablet. */
export function Rail({ entries, current, area }: BarProps) {
  const shopName = useShopName()
  return (
    <header className={classes.rail}>
      <Link to="/dashboard" className={classes.brand}>
        <img src="/icons/icon.svg" alt="" className={classes.mark} width={32} height={32} />
        <span className={classes.name}>{shopName}</span>
      </Link>
      <RowLinks entries={entries} current={current} area={area} />
      <TileLinks entries={entries} current={current} area={area} />
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
