import { checkInvitationCall } from '@shop/shared/accounts/calls/sign-up.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../sync/api.ts'
import { useQuery } from '../ui/router.tsx'
import type { LoginState } from './login-place.ts'

/** Interval between attempts while the server gives no verdict. */
const ASK_AGAIN_MS = 5_000

/** The invitation whose link opened this page. `secret`: null unless the shop accepts the invitation. `email`: the address that the invitation is
 *  for; null for every address. `problem`: the reason why the shop does not accept the invitation. */
export type OpenedInvitation = {
  readonly secret: string | null
  readonly isAsking: boolean
  readonly isGood: boolean
  readonly email: string | null
  readonly problem: LoginState['notice'] | undefined
}

const NONE: OpenedInvitation = { secret: null, isAsking: false, isGood: false, email: null, problem: undefined }

/** Reads the invitation in the page's address and asks the server about it. */
export function useInvitation(): OpenedInvitation {
  const call = useCall()
  const secret = useQuery().get('invitation')
  const [invitation, setInvitation] = useState<OpenedInvitation>(() => ({ ...NONE, isAsking: secret !== null }))
  useEffect(() => {
    if (secret === null) return
    let isGone = false
    let timer: number | undefined
    const ask = () => {
      call(checkInvitationCall, { body: { invitation: secret } })
        .then(({ email }) => !isGone && setInvitation({ ...NONE, secret, isGood: true, email }))
        .catch((thrown: unknown) => {
          if (isGone) return
          const isVerdict = thrown instanceof Refusal && thrown.status >= 400 && thrown.status < 429
          if (isVerdict) setInvitation({ ...NONE, problem: { text: thrown.message, isError: true } })
          else timer = window.setTimeout(ask, ASK_AGAIN_MS)
        })
    }
    ask()
    return () => {
      isGone = true
      window.clearTimeout(timer)
    }
  }, [call, secret])
  return invitation
}
