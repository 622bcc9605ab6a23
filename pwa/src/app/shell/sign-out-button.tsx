import { Button } from '@mantine/core'
import { useSignOut } from './use-sign-out.tsx'

/** The way out, for a screen that shows it beside its title. */
export function SignOutButton() {
  const { leave, question } = useSignOut()
  return (
    <>
      <Button variant="default" onClick={() => void leave()}>
        Sign Out
      </Button>
      {question}
    </>
  )
}
