import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { setUsernameCall } from '@shop/shared/accounts/calls/profile.ts'
import { profileRefusals } from '@shop/shared/accounts/profile-errors.ts'
import { USERNAME_INVALID, USERNAME_LENGTH } from '@shop/shared/accounts/rules/username.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useCall, usePendingActions, useSession, useSyncStatus } from '../../sync/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { type UsernameCheck, useUsernameCheck } from './use-username-check.ts'

const TAKEN = profileRefusals.USERNAME_TAKEN.message
const WRONG: Partial<Record<UsernameCheck, string>> = { invalid: USERNAME_INVALID, taken: TAKEN }

type Props = {
  /** The current username; null for none. */
  readonly own: string | null
  readonly closeLabel?: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The username picker as a dialog over any screen. */
export default function UsernameDialog({ own, closeLabel = 'Cancel', onClose, onDone }: Props) {
  return (
    <FormModal title={own === null ? 'Choose your username' : 'Change your username'} onClose={onClose} size="md">
      <UsernameForm own={own} closeLabel={closeLabel} onClose={onClose} onDone={onDone} />
    </FormModal>
  )
}

/** Chooses a username. It is checked while the person types, and taken only when the server confirms it. */
function UsernameForm({ own, closeLabel, onClose, onDone }: Required<Props>) {
  const { typed, type, input, online, check, wrong, isFree, busy, problem, forget, submit } = useUsernameChoice(own, onDone)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          ref={input}
          label="Username"
          description={`${USERNAME_LENGTH.min}-${USERNAME_LENGTH.max} letters, numbers, hyphens or underscores. Capitals become small letters.`}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          error={wrong}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          rightSection={
            check === 'checking' && online ? (
              <Loader size="xs" />
            ) : isFree ? (
              <IconCheck color="var(--shop-good)" aria-hidden="true" />
            ) : null
          }
        />
        <Text role="status" size="sm" c={isFree ? 'var(--shop-good)' : 'dimmed'} mih="1.45em">
          {wordsOf(check, wrong, online)}
        </Text>
        <FormProblem text={problem} onClear={forget} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {closeLabel}
          </Button>
          <Button type="submit" loading={busy} disabled={!isFree || !online}>
            Save username
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The typed name, its check, and saving it. */
function useUsernameChoice(own: string | null, onDone: () => void) {
  const call = useCall()
  const { online } = useSyncStatus()
  const { refreshProfile } = useSession()
  const { syncNow } = usePendingActions()
  const { busy, run } = useBusy()
  const [typed, setTyped] = useState(own ?? '')
  /** A name that somebody else took in the meantime. */
  const [lost, setLost] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const check = useUsernameCheck(typed, own, online)
  const wrong = lost === typed ? TAKEN : (WRONG[check] ?? null)
  const isFree = check === 'available' && wrong === null
  const forget = () => setProblem(null)

  const type = (text: string) => {
    setTyped(text)
    forget()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isFree || !online) return
    void run(async () => {
      forget()
      try {
        await call(setUsernameCall, { body: { username: typed } })
        // the profile updates by itself; these calls only speed the update up
        void Promise.allSettled([refreshProfile(), syncNow()])
        onDone()
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        if (thrown.code === 'USERNAME_TAKEN') setLost(typed)
        else setProblem('Failed to set username')
        input.current?.focus()
      }
    })
  }
  return { typed, type, input, online, check, wrong, isFree, busy, problem, forget, submit }
}

/** Status text below the field. */
function wordsOf(check: UsernameCheck, wrong: string | null, online: boolean): string {
  if (!online) return 'You are offline. A username can be chosen when the server is reached again.'
  if (wrong !== null || check === 'empty') return ''
  if (check === 'checking') return 'Checking…'
  if (check === 'own') return 'This is your username.'
  return check === 'available' ? 'Username is available' : 'The server could not check this name. Please try again in a moment.'
}
