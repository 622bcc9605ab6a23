import { listSessions, revokeOtherSessions, revokeSession, type Session } from '@shop/shared/accounts/calls/sessions.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useSyncStatus } from '../sync/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { deviceOf } from './device-name.ts'
import { sentenceOf } from './sentence-of.ts'

type Loaded = { readonly sessions: readonly Session[]; readonly hasPassword: boolean }

/** The person's sessions as the server has them; read again when the network is back. */
function useLoadedSessions() {
  const call = useCall()
  const { online } = useSyncStatus()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const load = useCallback(async () => {
    try {
      setLoaded(await call(listSessions, {}))
      setProblem(null)
    } catch (thrown) {
      setProblem(sentenceOf(thrown))
    }
  }, [call])
  useEffect(() => {
    if (online) void load()
  }, [online, load])
  return { loaded, problem, clearProblem: () => setProblem(null), load }
}

/** The person's sessions, and signing out one of them or all others, after a question. `show` tells how it ended. */
export function useSessions(show: (text: string) => void) {
  const call = useCall()
  const ask = useConfirm()
  const { load, ...state } = useLoadedSessions()
  /** The session that is being ended, or 'others'. */
  const [busyId, setBusyId] = useState<string | null>(null)

  const end = async (id: string, work: () => Promise<unknown>, done: string) => {
    if (busyId !== null) return
    setBusyId(id)
    try {
      await work()
      show(done)
    } catch (thrown) {
      show(`Error: ${sentenceOf(thrown)}`)
    } finally {
      setBusyId(null)
      void load()
    }
  }
  const endOne = async (session: Session) => {
    const { name } = deviceOf(session.userAgent)
    const isSure = await ask({
      title: `Sign out “${name}”?`,
      body: 'It has to sign in again. Work it has not sent yet stays on it.',
      confirmLabel: 'Sign out',
    })
    if (isSure) await end(session.id, () => call(revokeSession, { params: { id: session.id } }), `${name} is signed out`)
  }
  const endOthers = async () => {
    const isSure = await ask({
      title: 'Sign out everywhere else?',
      body: 'Every device but this one has to sign in again. Work they have not sent yet stays on them.',
      confirmLabel: 'Sign out everywhere else',
    })
    if (isSure) await end('others', () => call(revokeOtherSessions, {}), 'Signed out everywhere else')
  }
  return { ...state, load, busyId, endOne, endOthers }
}
