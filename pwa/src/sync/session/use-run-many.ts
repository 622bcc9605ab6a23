import type { AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import { useCallback } from 'react'
import { useEngineNow } from './hooks.ts'

// acts on many rows belong to the office, so this stays out of the till's first load
const importing = () => import('../engine/run-many.ts')

/** Runs a command once for each element of a list (see `runMany`). */
export type RunMany = <C extends AnyCommand>(
  command: C,
  list: readonly ArgsOf<C>[],
  onStored: (part: readonly ArgsOf<C>[], done: number) => void,
) => Promise<void>

export function useRunMany(): RunMany {
  const engineNow = useEngineNow()
  return useCallback<RunMany>(
    async (command, list, onStored) => (await importing()).runMany(engineNow(), command, list, onStored),
    [engineNow],
  )
}
