import type { AnyCall, InputOf, OutputOf } from '@shop/shared/kernel/define-call.ts'
import type { AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { RunOptions, SyncEngine } from '../engine/engine.ts'
import type { LocalSettings } from '../engine/local-settings.ts'
import { dismissPending, retryPending } from '../engine/pending-work.ts'
import type { PendingFile } from '../engine/transfer.ts'
import type { PendingEntry, SessionState, SignOutOutcome, SyncStatus, View } from '../ports/contract.ts'
import { Observable } from '../ports/observable.ts'
import { emptyItemSearch, type ItemSearch } from '../search/item-search.ts'
import type { AskToSignIn, NewAccount } from './new-sign-in.ts'
import type { AskForProof } from './proofs.ts'
import { useEngine, useSync } from './sync-context.ts'

/** Runs a command. It is shown and durable on this device when the promise resolves. Rejects with Refusal (a rule said no) or StorageProblem (no room
 *  or no database), and then nothing was stored. */
export type RunCommand = <C extends AnyCommand>(command: C, args: ArgsOf<C>, options?: RunOptions<C>) => Promise<{ commandId: string }>

/** Returns a function that finds the engine, and throws when nobody is signed in. */
export function useEngineNow(): () => SyncEngine {
  const sync = useSync()
  return useCallback(() => {
    const engine = sync.user.get()
    if (!engine) throw new Error('nobody is signed in')
    return engine
  }, [sync])
}

export function useRunCommand(): RunCommand {
  const engineNow = useEngineNow()
  return useCallback<RunCommand>(async (command, args, options) => engineNow().run(command, args, options), [engineNow])
}

const idleStatus = new Observable<SyncStatus>({
  online: true,
  listening: false,
  phase: 'idle',
  waiting: 0,
  needsAttention: 0,
  lastSyncAtMs: null,
  readyToSell: false,
  notReadyReasons: [],
  signInNeeded: false,
  persisted: null,
  startProgress: null,
  storage: 'ok',
  secureContext: true,
  updateReady: false,
  trouble: null,
})
const nothingPending = new Observable<readonly PendingEntry[]>([])

export function useSyncStatus(): SyncStatus {
  const status = useEngine()?.board.status ?? idleStatus
  return useSyncExternalStore(status.subscribe, status.get)
}

/** Commands that are pending, are being sent, or need a person's decision, in order. */
export function usePending(): readonly PendingEntry[] {
  const pending = useEngine()?.board.pending ?? nothingPending
  return useSyncExternalStore(pending.subscribe, pending.get)
}

// hardly anyone imports a file, so this stays out of the till's first load
const importing = () => import('../engine/import-pending.ts')

export function usePendingActions() {
  const sync = useSync()
  const engineNow = useEngineNow()
  return useMemo(
    () => ({
      /** Takes a rejected, failed or unsendable command off the list, for good. */
      dismiss: async (id: string) => dismissPending(engineNow(), id),
      /** Queues a refused command again under a new id, and retries an unsendable command as it is. */
      retry: async (id: string) => retryPending(engineNow(), id),
      /** The work that the server does not have yet, except sealed work, as a file for another device. */
      exportPending: () => sync.exportPending(),
      /** Reads an exported file, for the person to look at. Rejects with Refusal when the file is no export. */
      readPending: async (file: Blob) => (await importing()).readPendingFile(await file.text()),
      /** Imports what an exported file has, except commands that this device already has. Rejects with Refusal when it cannot be imported. */
      importPending: async (file: PendingFile) => (await importing()).importPending(engineNow(), JSON.stringify(file)),
      /** Syncs now (pull to refresh). Resolves when the sync has ended, or after a limited time. */
      syncNow: async () => engineNow().syncNow(),
    }),
    [sync, engineNow],
  )
}

/** Substring search over the items of this device, including pending items. Renders again when items change. */
export function useItemSearch(): ItemSearch {
  const search = useEngine()?.search ?? emptyItemSearch
  return useSyncExternalStore(search.subscribe, search.snapshot)
}

/** Makes a call of the registry. When the server asks for a proof, asks the person for one and makes the call once more. Rejects with the server's
 *  Refusal, or with OFFLINE when there is no answer. */
export function useCall(): <C extends AnyCall>(call: C, input: InputOf<C>) => Promise<OutputOf<C>> {
  const sync = useSync()
  return useCallback((call, input) => sync.proofs.proving(call, () => sync.call(call, input)), [sync])
}

/** Asks the person for a proof, for a command that the server refused without one; false when they decline. */
export function useProve(): AskForProof {
  const { proofs } = useSync()
  return useCallback((assurance) => proofs.gather(assurance), [proofs])
}

/** Registers the dialog that asks people for proofs. */
export function useProofAsker(ask: AskForProof): void {
  const { proofs } = useSync()
  useEffect(() => proofs.askBy(ask), [proofs, ask])
}

export function useSession(): SessionState & {
  signIn: (email: string, password: string) => Promise<void>
  signUp: (account: NewAccount) => Promise<void>
  signInBy: (ask: AskToSignIn) => Promise<void>
  resetPassword: (token: string, newPassword: string) => Promise<void>
  signOut: (options?: { keep?: boolean }) => Promise<SignOutOutcome>
  refreshProfile: () => Promise<void>
} {
  const sync = useSync()
  const state = useSyncExternalStore(sync.session.subscribe, sync.session.get)
  return useMemo(
    () => ({
      ...state,
      signIn: (email, password) => sync.signIn(email, password),
      signUp: (account) => sync.signUp(account),
      signInBy: (ask) => sync.signInBy(ask),
      resetPassword: (token, newPassword) => sync.resetPassword(token, newPassword),
      signOut: (options) => sync.signOut(options),
      refreshProfile: () => sync.refreshProfile(),
    }),
    [sync, state],
  )
}

/** Calls `goToLogin` when a person's action needs a new sign-in, but never while an open cart of this device has lines. */
export function useSignInRequired(goToLogin: () => void): void {
  const sync = useSync()
  useEffect(() => sync.signInRequired.subscribe(goToLogin), [sync, goToLogin])
}

/** A new version of the app. `ready`: true while the new version waits. `apply` reloads the page with it; offer this only where nothing is open. */
export function useUpdate(): { ready: boolean; apply: () => void } {
  const sync = useSync()
  const ready = useSyncExternalStore(sync.update.subscribe, sync.update.get)
  return useMemo(() => ({ ready, apply: () => sync.applyUpdate() }), [sync, ready])
}

const unset = new Observable<unknown>(undefined)

/** A preference of this user on this device, shared by all tabs. Starts as `initial`. */
export function useLocalSetting<T>(key: string, initial: T): [T, (value: T) => void] {
  const engine = useEngine()
  return useSetting(engine?.settings, key, initial)
}

/** A preference of this device, such as its sound: the same in all tabs and for everybody who signs in. Starts as `initial`. */
export function useDeviceSetting<T>(key: string, initial: T): [T, (value: T) => void] {
  const { deviceSettings } = useSync()
  return useSetting(deviceSettings, key, initial)
}

function useSetting<T>(settings: LocalSettings | undefined, key: string, initial: T): [T, (value: T) => void] {
  const setting = settings?.get(key) ?? unset
  const value = useSyncExternalStore(setting.subscribe, setting.get)
  useLiveQuery(() => settings?.refresh(key), [settings, key])
  const save = useCallback((next: T) => void settings?.save(key, next).catch(() => undefined), [settings, key])
  return [value === undefined ? initial : (value as T), save]
}

/** Access to this device for event handlers. */
export type Device = {
  /** A new id (UUIDv7) for a row or a command. */
  readonly newId: () => string
  /** The present time by the server's clock as last measured, milliseconds since 1970. */
  readonly nowMs: () => number
  /** Id of this device's database. It changes when the storage is lost. */
  readonly deviceId: () => string
  /** Reads the present rows once, without following them. */
  readonly readRows: <T>(read: (view: View) => T) => T
}

/** Returns the same functions at every render. When nobody is signed in, `nowMs` answers the device's own time and the others throw. */
export function useDevice(): Device {
  const engineNow = useEngineNow()
  const sync = useSync()
  return useMemo(
    () => ({
      newId: () => engineNow().newId(),
      // a screen may render once more after its person has left
      nowMs: () => sync.user.get()?.nowMs() ?? Date.now(),
      deviceId: () => engineNow().clientId,
      readRows: (read) => read(engineNow().view),
    }),
    [engineNow, sync],
  )
}
