import { checkMembershipCall } from '@shop/shared/brands/calls.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCall, useSession } from '../sync/api.ts'

/** Minimum time between the last check and a check on a return to this tab. */
const RETURN_CHECK_MS = 5_000

export type CheckState = {
  readonly isBusy: boolean
  readonly email: string | null
  /** True when the e-mail has to be confirmed before a membership counts. */
  readonly needsProof: boolean
  readonly problem: string | null
  readonly isStillMissing: boolean
}

/** Checks for a membership when the screen opens, when the person returns to the tab, when the network returns, and on request. With a membership
 *  it loads the profile again. */
export function useMembershipCheck(): CheckState & { readonly check: () => void } {
  const call = useCall()
  const { refreshProfile } = useSession()
  const [state, setState] = useState<CheckState>({ isBusy: false, email: null, needsProof: false, problem: null, isStillMissing: false })
  const askedAtMs = useRef(Number.NEGATIVE_INFINITY)

  const ask = useCallback(
    async (byPerson: boolean) => {
      askedAtMs.current = performance.now()
      if (byPerson) setState((before) => ({ ...before, isBusy: true, problem: null, isStillMissing: false }))
      try {
        const { active, email, emailProved = true } = await call(checkMembershipCall, {})
        if (active) await refreshProfile()
        setState({ isBusy: false, email, needsProof: !active && !emailProved, problem: null, isStillMissing: byPerson && !active })
      } catch (thrown) {
        const problem = thrown instanceof Refusal ? thrown.message : 'This could not be checked. Please try again.'
        setState((before) => ({ ...before, isBusy: false, problem: byPerson ? problem : before.problem }))
      }
    },
    [call, refreshProfile],
  )

  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible' && performance.now() - askedAtMs.current > RETURN_CHECK_MS) void ask(false)
    }
    onReturn()
    const places = [
      [window, 'focus'],
      [window, 'online'],
      [document, 'visibilitychange'],
    ] as const
    for (const [place, event] of places) place.addEventListener(event, onReturn)
    return () => {
      for (const [place, event] of places) place.removeEventListener(event, onReturn)
    }
  }, [ask])

  return { ...state, check: () => void ask(true) }
}
