import type { AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import type { CommandResult } from '@shop/shared/kernel/wire.ts'
import { useCallback, useEffect, useRef } from 'react'
import type { SyncEngine } from '../engine/engine.ts'
import { dismissPending } from '../engine/pending-work.ts'
import { useEngineNow, useProve } from './hooks.ts'

/** Outcome of a command. `waiting`: no answer in time; the outbox sends the command once the device is online. `left`: the form is gone, and a refused
 *  command waits under *Sync*. */
type Answer = { readonly kind: 'done' | 'waiting' | 'left' } | { readonly kind: 'refused'; readonly result: CommandResult }

/** Runs a command and waits for the server's answer. Rejects like `RunCommand`. */
type RunAnswered = <C extends AnyCommand>(command: C, args: ArgsOf<C>, options?: { readonly id: string }) => Promise<Answer>

/** Longest wait for the server's answer. The command is safe in the outbox by then. */
const PATIENCE_MS = 8_000

/** Returns a function for forms that show the server's answer themselves: a refused command then leaves the outbox. When the server asks for a proof, it
 *  asks the person and runs the command again. */
export function useRunAnswered(): RunAnswered {
  const engineNow = useEngineNow()
  const prove = useProve()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  return useCallback<RunAnswered>(
    async (command, args, options) => {
      const attempt = async (id: string | undefined, mayProve: boolean): Promise<Answer> => {
        const engine = engineNow()
        const { commandId } = await engine.run(command, args, id === undefined ? {} : { id })
        const answer = await answerTo(engine, commandId)
        if (!isShown.current) return { kind: 'left' }
        if (answer.kind !== 'refused') return answer
        // asked first, so that a reload meanwhile leaves the command under *Sync*
        const isProved = mayProve && answer.result.code === 'PROOF_NEEDED' && (await prove('recent'))
        if (!isShown.current) return { kind: 'left' }
        await dismissPending(engine, commandId)
        // under a new id, because the server would repeat its answer to the old one
        return isProved ? attempt(undefined, false) : answer
      }
      return attempt(options?.id, true)
    },
    [engineNow, prove],
  )
}

/** Waits for the end of a queued command, no longer than the device is online. */
function answerTo({ board }: SyncEngine, commandId: string): Promise<Answer> {
  return new Promise((resolve) => {
    const settle = (answer: Answer) => {
      for (const stop of stops) stop()
      resolve(answer)
    }
    const look = () => {
      const entry = board.pending.get().find(({ id }) => id === commandId)
      if (!entry) settle({ kind: 'done' })
      else if (entry.state === 'attention') settle({ kind: 'refused', result: entry.result ?? { id: commandId, status: 'failed' } })
      else if (!board.status.get().online) settle({ kind: 'waiting' })
    }
    const timer = setTimeout(() => settle({ kind: 'waiting' }), PATIENCE_MS)
    const stops = [() => clearTimeout(timer), board.pending.subscribe(look), board.status.subscribe(look)]
    look()
  })
}
