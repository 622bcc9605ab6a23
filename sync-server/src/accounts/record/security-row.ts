import type { SecurityKind, SecurityResult } from '@shop/shared/accounts/rules/security-record.ts'

/** A recorded act without its network address. */
export type SecurityRow = {
  readonly id: string
  readonly atMs: number
  readonly kind: SecurityKind
  readonly result: SecurityResult
  readonly uid: string | null
  readonly byUid: string | null
  readonly client: string
  readonly detail: Readonly<Record<string, string>>
  readonly count: number
}
