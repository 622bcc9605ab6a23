import type { AnyCall, InputOf, OutputOf } from '@shop/shared/kernel/define-call.ts'
import type { AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import type { CommandState, PendingEntry, SessionState, SignOutOutcome, SyncStatus, View } from '../ports/contract.ts'
import type { Observable } from '../ports/observable.ts'
import type { LiveItemSearch } from '../search/item-search.ts'

/** Names of the collections that changed. */
export type ChangeListener = (collections: ReadonlySet<string>) => void

/** One signed-in user's data on this device, as the hooks use it. */
export interface UserSync {
  readonly view: View
  readonly status: Observable<SyncStatus>
  readonly pending: Observable<readonly PendingEntry[]>
  readonly search: LiveItemSearch
  readonly clientId: string
  onChange(listener: ChangeListener): () => void
  /** Grows with every change of the collection. */
  versionOf(collection: string): number
  run<C extends AnyCommand>(command: C, args: ArgsOf<C>, options?: { id?: string }): Promise<{ commandId: string }>
  stateOf(commandId: string): CommandState
  dismiss(id: string): Promise<void>
  retry(id: string): Promise<{ commandId: string }>
  exportPending(): Promise<Blob>
  importPending(file: Blob): Promise<{ added: number; known: number }>
  nextReceiptNumber(): Promise<string>
  newId(): string
  nowMs(): number
  setting(key: string): Observable<unknown>
  saveSetting(key: string, value: unknown): Promise<void>
  /** Sends and fetches now; resolves when that ended, one way or the other. */
  syncNow(): Promise<void>
}

/** The device: who is signed in, and that person's data. One per page. */
export interface AppSync {
  readonly session: Observable<SessionState>
  readonly user: Observable<UserSync | null>
  readonly update: Observable<boolean>
  /** Grows when the server did not take the sign-in of something a person did, and no cart is open. */
  readonly signInRequired: Observable<number>
  call<C extends AnyCall>(call: C, input: InputOf<C>): Promise<OutputOf<C>>
  signIn(email: string, password: string): Promise<void>
  signUp(email: string, password: string, name: string): Promise<void>
  /** Takes over a token that another way of signing in (set-up, a provider) handed out. */
  signInWithToken(token: string): Promise<void>
  /** Everything the server does not have yet of the signed-in person, also where their data is closed for want of a membership. */
  exportPending(): Promise<Blob>
  signOut(options?: { keep?: boolean }): Promise<SignOutOutcome>
  /** Asks the server for the profile again: after it was changed by a call. */
  refreshProfile(): Promise<void>
  deviceSetting(key: string): Observable<unknown>
  saveDeviceSetting(key: string, value: unknown): Promise<void>
  applyUpdate(): void
}
