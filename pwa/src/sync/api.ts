// Everything screens know of sync; the rest of this folder is its own affair.

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
} from './contract.ts'
export { StorageProblem } from './contract.ts'
export {
  callServer,
  deviceId,
  newId,
  nextReceiptNumber,
  nowMs,
  type RunCommand,
  readRows,
  useCall,
  useItemSearch,
  useLocalSetting,
  usePending,
  usePendingActions,
  useRunCommand,
  useSession,
  useSignInRequired,
  useSyncStatus,
  useUpdate,
} from './hooks.ts'
export type { ItemSearch, ItemSearchOptions } from './item-search.ts'
export { startServiceWorker } from './service-worker-client.ts'
export { SyncProvider } from './sync-provider.tsx'
export { useLive } from './use-live.ts'
export { THUMBNAIL_CACHE } from './worker-messages.ts'
