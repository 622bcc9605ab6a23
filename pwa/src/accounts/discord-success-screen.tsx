import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useSession } from '../sync/api.ts'
import { EntryPage } from '../ui/entry-page.tsx'
import { Link } from '../ui/router.tsx'
import { useTitle } from '../ui/use-title.ts'
import classes from './sign-in.module.css'

/** `/discord-success`: confirms that the chat account is linked. */
export default function DiscordSuccessScreen() {
  const { status } = useSession()
  useTitle('Discord linked')
  return (
    <EntryPage title="Discord account linked" subtitle="You can sign in with Discord from now on, and get notified there.">
      <div className={classes.form}>
        <IconCircleCheck className={classes.success} aria-hidden="true" />
        {status === 'signedIn' ? (
          <Button component={Link} to="/profile" fullWidth>
            Back to your profile
          </Button>
        ) : (
          <Button component={Link} to="/login" fullWidth>
            Sign in
          </Button>
        )}
      </div>
    </EntryPage>
  )
}
