import { Button } from '@mantine/core'
import { IconCash, IconChartLine, IconPackageExport } from '@tabler/icons-react'
import { useSetUpRedirect } from '../../accounts/use-set-up-redirect.ts'
import { useSession } from '../../sync/api.ts'
import { PRODUCT_NAME } from '../../ui/brand.ts'
import { Link } from '../../ui/router.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { LoadingScreen } from '../guard.tsx'
import classes from './landing-screen.module.css'

const POINTS = [
  { Icon: IconPackageExport, title: 'Send it in', text: 'Ship what you want to sell. It is listed on 6+ selling platforms.' },
  { Icon: IconChartLine, title: 'Watch it sell', text: 'Stock, sales and balance, as they change, on any device.' },
  { Icon: IconCash, title: 'Get paid', text: 'Ask for your balance; payouts arrive within 48 hours.' },
]

/** `/`: what this is, and the way in (spec §2 Landing page). */
export default function HomeScreen() {
  const isSignedIn = useSession().status === 'signedIn'
  useTitle('Sell More. Stress Less.')
  const stays = useSetUpRedirect()
  if (!stays) return <LoadingScreen />
  const way = isSignedIn ? { to: '/dashboard', text: 'To my dashboard' } : { to: '/login', text: 'Get started' }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <span className={classes.brand}>
          <img src="/icons/icon.svg" alt="" width={32} height={32} />
          {PRODUCT_NAME}
        </span>
        <Button component={Link} to={way.to} variant="default">
          {isSignedIn ? 'Dashboard' : 'Login'}
        </Button>
      </header>
      <main className={classes.main}>
        <section className={classes.hero}>
          <h1 className={classes.headline}>Sell More. Stress Less.</h1>
          <p className={classes.lead}>
            Consign your goods and trade stock with others, in one place. We sell, you see every sale, and your share is on your balance at
            once.
          </p>
          <Button component={Link} to={way.to} size="lg">
            {way.text}
          </Button>
        </section>
        <ul className={classes.points}>
          {POINTS.map(({ Icon, title, text }) => (
            <li key={title} className={classes.point}>
              <Icon className={classes.icon} stroke={1.75} aria-hidden="true" />
              <h2 className={classes.pointTitle}>{title}</h2>
              <p className={classes.pointText}>{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  )
}
