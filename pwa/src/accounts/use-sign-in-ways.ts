import { listProvidersCall } from '@shop/shared/accounts/calls/providers.ts'
import type { SignUpRule } from '@shop/shared/accounts/rules/sign-up.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../sync/api.ts'

/** Pause after a failed attempt. */
const ASK_AGAIN_MS = 5_000

/** Sign-in methods of this shop. `mail`: true if the shop can send mail, and also while its server has not answered yet.
 *  `signUp`: the rule on who may create an account; null until the first request ends. `isOffline`: true if the last request got no answer. */
export type SignInWays = {
  readonly google: boolean
  readonly discord: boolean
  readonly mail: boolean
  readonly signUp: SignUpRule | null
  readonly isOffline: boolean
}

/** Asks the server for the sign-in methods, retrying until it answers. Providers count as absent until then. */
export function useSignInWays(): SignInWays {
  const call = useCall()
  const [ways, setWays] = useState<SignInWays>({ google: false, discord: false, mail: true, signUp: null, isOffline: false })
  useEffect(() => {
    const ending = new AbortController()
    let timer: number | undefined
    let asked = 0
    const ask = () => {
      // a later request makes this answer stale
      const turn = ++asked
      const isOld = () => ending.signal.aborted || turn !== asked
      window.clearTimeout(timer)
      call(listProvidersCall, {})
        .then((answer) => !isOld() && setWays({ ...answer, isOffline: false }))
        .catch((thrown: unknown) => {
          if (isOld()) return
          setWays((before) => ({
            ...before,
            signUp: before.signUp ?? 'open',
            isOffline: thrown instanceof Refusal && thrown.code === 'OFFLINE',
          }))
          timer = window.setTimeout(ask, ASK_AGAIN_MS)
        })
    }
    ask()
    for (const event of ['online', 'offline']) window.addEventListener(event, ask, { signal: ending.signal })
    return () => {
      ending.abort()
      window.clearTimeout(timer)
    }
  }, [call])
  return ways
}
