import type { AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import { useCallback } from 'react'
import { runMany } from '../engine/run-many.ts'
import { useEngineNow } from './hooks.ts'

/** Runs a command once for each element of a list (see `runMany`). */
export type RunMany = <C extends AnyCommand>(
  command: C,
  list: readonly ArgsOf<C>[],
  onStored: (part: readonly ArgsOf<C>[], done: number) => void,
) => Promise<void>

export function useRunMany(): RunMany {
  const engineNow = useEngineNow()
  return useCallback<RunMany>(async (command, list, onStored) => runMany(engineNow(), command, list, onStored), [engineNow])
}
