import type { Unsettled } from '@shop/shared/accounts/rules/erasure.ts'
import type { Actor } from '@shop/shared/kernel/define-command.ts'
import type { Platform } from '../platform/platform.ts'

/** Export and erasure of a person’s data. The folder app/ provides it, because it needs every feature. */
export type Privacy = {
  /** Exports a person's data as the bytes of a ZIP file. */
  export(uid: string): AsyncGenerator<Uint8Array>
  unsettled(uid: string): Promise<Unsettled>
  /** Erases a person in the name of this caller. Refuses as `eraseAccount` does. */
  erase(platform: Platform, actor: Actor, uid: string): Promise<void>
}
