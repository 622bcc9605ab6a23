import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { useSession } from '../sync/api.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/router.tsx'
import { useTitle } from '../ui/use-title.ts'
import classes from './not-found-screen.module.css'

export default function NotFoundScreen() {
  useTitle('Page not found')
  const isSignedIn = useSession().status === 'signedIn'
  return (
    <main className={classes.page}>
      <h1 className="shop-visually-hidden">Page not found</h1>
      <EmptyState
        icon={<IconMapSearch />}
        title="There is no page at this address"
        hint="The link may be old, or mistyped."
        action={
          <Button component={Link} to={isSignedIn ? '/dashboard' : '/'} mt="sm">
            {isSignedIn ? 'To my dashboard' : 'To the start page'}
          </Button>
        }
      />
    </main>
  )
}
