import { listProvidersCall } from '@shop/shared/accounts/calls/providers.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../sync/api.ts'

/** A shop that cannot be reached is asked again this often. */
const ASK_AGAIN_MS = 5_000

/** What a person can sign in with here. `mail`: whether the shop's mails leave it, taken for granted until it says otherwise. `isOffline`: the server did not
 *  answer when it was last asked. */
export type SignInWays = { readonly google: boolean; readonly discord: boolean; readonly mail: boolean; readonly isOffline: boolean }

/** Asks the server how people can sign in, until it answers. A provider that is not set up is not offered. */
export function useSignInWays(): SignInWays {
  const call = useCall()
  const [ways, setWays] = useState<SignInWays>({ google: false, discord: false, mail: true, isOffline: false })
  useEffect(() => {
    const ending = new AbortController()
    let timer: number | undefined
    let asked = 0
    const ask = () => {
      // an answer that was under way when the network went says nothing of now
      const turn = ++asked
      const isOld = () => ending.signal.aborted || turn !== asked
      window.clearTimeout(timer)
      call(listProvidersCall, {})
        .then((answer) => !isOld() && setWays({ ...answer, isOffline: false }))
        .catch((thrown: unknown) => {
          if (isOld()) return
          setWays((before) => ({ ...before, isOffline: thrown instanceof Refusal && thrown.code === 'OFFLINE' }))
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
