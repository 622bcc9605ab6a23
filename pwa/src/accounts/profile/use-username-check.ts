import { checkUsernameCall } from '@shop/shared/accounts/calls/profile.ts'
import { usernameSchema } from '@shop/shared/accounts/rules/username.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../../sync/api.ts'

/** Delay after the last keystroke, so that not every letter causes a call. */
export const CHECK_DEBOUNCE_MS = 500

/** State of a typed name. `unknown`: the check failed; `own`: the person has this name already. */
export type UsernameCheck = 'empty' | 'checking' | 'own' | 'available' | 'taken' | 'invalid' | 'unknown'

/** Checks a username while it is typed, and again when the network returns. */
export function useUsernameCheck(typed: string, own: string | null, online: boolean): UsernameCheck {
  const call = useCall()
  const [checked, setChecked] = useState<{ readonly typed: string; readonly check: UsernameCheck } | null>(null)
  const isEmpty = typed.trim() === ''

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when the network returns
  useEffect(() => {
    if (isEmpty) return
    let isOver = false
    const settle = (check: UsernameCheck) => !isOver && setChecked({ typed, check })
    const timer = setTimeout(() => {
      const parsed = usernameSchema.safeParse(typed)
      if (!parsed.success) return settle('invalid')
      if (parsed.data === own) return settle('own')
      call(checkUsernameCall, { query: { username: parsed.data } }).then(
        ({ status }) => settle(status),
        (thrown: unknown) => {
          if (!(thrown instanceof Refusal)) throw thrown
          settle('unknown')
        },
      )
      return undefined
    }, CHECK_DEBOUNCE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [typed, isEmpty, own, online, call])

  if (isEmpty) return 'empty'
  return checked?.typed === typed ? checked.check : 'checking'
}
