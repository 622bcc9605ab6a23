import type { AnyCall, InputOf, OutputOf } from '@shop/shared/kernel/define-call.ts'
import type { AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { PendingEntry, SessionState, SignOutOutcome, SyncStatus, View } from '../ports/contract.ts'
import { Observable } from '../ports/observable.ts'
import { emptyItemSearch, type ItemSearch } from '../search/item-search.ts'
import { currentSync, currentUserSync, useAppSync, useUserSync } from './sync-context.ts'

/** Runs a command: shown at once, durable on this device when it resolves. Rejects with Refusal (a rule said no; nothing was stored)
 *  or StorageProblem (nothing could be stored). `id`: minted with the form or cart, so that a double tap is one command. */
export type RunCommand = <C extends AnyCommand>(command: C, args: ArgsOf<C>, options?: { id?: string }) => Promise<{ commandId: string }>

export function useRunCommand(): RunCommand {
  const app = useAppSync()
  return useCallback<RunCommand>(
    (command, args, options) => {
      const user = app.user.get()
      return user ? user.run(command, args, options) : Promise.reject(new Error('nobody is signed in'))
    },
    [app],
  )
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

/** The state of sync, for the status that is always on screen. */
export function useSyncStatus(): SyncStatus {
  const status = useUserSync()?.status ?? idleStatus
  return useSyncExternalStore(status.subscribe, status.get)
}

/** What waits, is being sent, or needs a person, in order. */
export function usePending(): readonly PendingEntry[] {
  const pending = useUserSync()?.pending ?? nothingPending
  return useSyncExternalStore(pending.subscribe, pending.get)
}

/** What a person can do about commands that wait or were refused. */
export function usePendingActions() {
  const app = useAppSync()
  return useMemo(
    () => ({
      /** Takes a rejected, failed or unsendable command off the list, for good. */
      dismiss: (id: string) => requireUser(app.user.get()).dismiss(id),
      /** Queues it again under a new id; what cannot be sent is tried again as it is. */
      retry: (id: string) => requireUser(app.user.get()).retry(id),
      /** Everything the server does not have yet, as a file for another device. */
      exportPending: () => app.exportPending(),
      /** Adds the commands of an exported file that this device does not know. Rejects with Refusal when the file is not one. */
      importPending: (file: Blob) => requireUser(app.user.get()).importPending(file),
      /** Sends and fetches now (pull to refresh); resolves when that ended. */
      syncNow: () => requireUser(app.user.get()).syncNow(),
    }),
    [app],
  )
}

function requireUser<T>(user: T | null): T {
  if (!user) throw new Error('nobody is signed in')
  return user
}

/** Substring search over the items of this device, pending ones included. Renders again when items change. */
export function useItemSearch(): ItemSearch {
  const search = useUserSync()?.search ?? emptyItemSearch
  return useSyncExternalStore(search.subscribe, search.snapshot)
}

/** Makes a call of the registry. Rejects with Refusal: the server's code, message and fields, or OFFLINE when there was no answer. */
export function useCall(): <C extends AnyCall>(call: C, input: InputOf<C>) => Promise<OutputOf<C>> {
  const app = useAppSync()
  return useCallback((call, input) => app.call(call, input), [app])
}

/** Who is signed in, and the ways in and out. */
export function useSession(): SessionState & {
  signIn: (email: string, password: string) => Promise<void>
  signUp: (email: string, password: string, name: string) => Promise<void>
  signInWithToken: (token: string) => Promise<void>
  signOut: (options?: { keep?: boolean }) => Promise<SignOutOutcome>
  refreshProfile: () => Promise<void>
} {
  const app = useAppSync()
  const state = useSyncExternalStore(app.session.subscribe, app.session.get)
  return useMemo(
    () => ({
      ...state,
      signIn: (email, password) => app.signIn(email, password),
      signUp: (email, password, name) => app.signUp(email, password, name),
      signInWithToken: (token) => app.signInWithToken(token),
      signOut: (options) => app.signOut(options),
      refreshProfile: () => app.refreshProfile(),
    }),
    [app, state],
  )
}

/** Calls `goToLogin` when something a person did needs a new sign-in (spec §4: 401), but never while a cart is open. */
export function useSignInRequired(goToLogin: () => void): void {
  const app = useAppSync()
  useEffect(() => app.signInRequired.subscribe(goToLogin), [app, goToLogin])
}

/** A new version of the app: `ready` when it waits; `apply` reloads into it (offer it only where nothing is open). */
export function useUpdate(): { ready: boolean; apply: () => void } {
  const app = useAppSync()
  const ready = useSyncExternalStore(app.update.subscribe, app.update.get)
  return useMemo(() => ({ ready, apply: () => app.applyUpdate() }), [app, ready])
}

const unset = new Observable<unknown>(undefined)

/** A preference of this user on this device, such as the last consignor. Heard by the other tabs. Starts as `initial`. */
export function useLocalSetting<T>(key: string, initial: T): [T, (value: T) => void] {
  const user = useUserSync()
  const setting = user?.setting(key) ?? unset
  const value = useSyncExternalStore(setting.subscribe, setting.get)
  const save = useCallback((next: T) => void user?.saveSetting(key, next).catch(() => undefined), [user, key])
  return [value === undefined ? initial : (value as T), save]
}

/** Reads the rows of this device as they are now, outside of a screen that follows them. */
export const readRows = <T>(read: (view: View) => T): T => read(currentUserSync().view)

/** A new id (UUIDv7) for a row or a command. */
export const newId = (): string => currentUserSync().newId()

/** Now by the server's clock, as well as this device knows it; milliseconds since 1970. */
export const nowMs = (): number => currentUserSync().nowMs()

/** Id of this device's database, new after its storage was lost. */
export const deviceId = (): string => currentUserSync().clientId

/** The next receipt number of this device: never handed out twice, gaps happen. Rejects with StorageProblem. */
export const nextReceiptNumber = (): Promise<string> => currentUserSync().nextReceiptNumber()

/** Makes a call outside a component. */
export const callServer = <C extends AnyCall>(call: C, input: InputOf<C>): Promise<OutputOf<C>> => currentSync().call(call, input)
