// The interface of sync for screens, which import no other file of this folder.

// this import must run before any module that defines a schema
import './ports/schema-settings.ts'

export type { SyncEngine } from './engine/engine.ts'
export type { PendingFile } from './engine/transfer.ts'
export { SYNC_FAULT } from './ports/browser-ports.ts'
export type {
  CommandState,
  LeftBehind,
  PendingEntry,
  SessionState,
  SessionUser,
  SignOutOutcome,
  StorageState,
  SyncStatus,
  SyncTrouble,
  View,
} from './ports/contract.ts'
export { StorageProblem } from './ports/contract.ts'
export { THUMBNAIL_CACHE } from './ports/worker-messages.ts'
export type { ItemSearch } from './search/item-search.ts'
export type { ItemSearchOptions } from './search/search-options.ts'
export {
  type Device,
  type RunCommand,
  useCall,
  useDevice,
  useDeviceSetting,
  useItemSearch,
  useLocalSetting,
  usePending,
  usePendingActions,
  useProofAsker,
  useProve,
  useRunCommand,
  useSession,
  useSignInRequired,
  useSyncStatus,
  useUpdate,
} from './session/hooks.ts'
export type { AskForProof } from './session/proofs.ts'
export { useEngine } from './session/sync-context.ts'
export { SyncProvider } from './session/sync-provider.tsx'
export { type ClosedWork, useClosedWork } from './session/use-closed-work.ts'
export { useLive } from './session/use-live.ts'
export { type LockedWork, type OpenedWork, useLockedWork } from './session/use-locked-work.ts'
export { useRunAnswered } from './session/use-run-answered.ts'
export { useRunMany } from './session/use-run-many.ts'
export { type Done, useDone, useKeptBytes } from './session/use-stored.ts'
export { startServiceWorker } from './worker/service-worker-client.ts'
