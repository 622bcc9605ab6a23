import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { type Goods, goodsSchema } from '@shop/shared/sales/rules/returned-pieces.ts'
import type { Deed } from './oracle/deeds.ts'
import type { People } from './simulated-server.ts'

/** A person's action at a tab: the command that the screens would build from the visible rows. */
export type Doing = {
  readonly command: AnyCommand
  readonly args: unknown
  readonly isDoubleTap?: boolean
  /** The person's deeds, where the form does not say it all. */
  readonly deeds?: readonly Deed[]
  /** True if the command takes the device's next receipt number, which `putReceiptNumber` writes into its arguments. */
  readonly isSale?: boolean
}

/** The nth row by id, round and round. */
export const byPosition = <T extends { readonly id: string }>(rows: readonly T[], nth: number): T | undefined =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))[rows.length === 0 ? 0 : nth % rows.length]

/** The nth owner of goods, from 1: a consignor, or an earlier account of one. */
export function ownerOf({ consignors, earlier }: People, nth: number): string {
  const owners = [...consignors, ...earlier]
  return owners[(nth - 1) % owners.length] as string
}

/** The place of an undone sale's goods. */
export const goodsOf = ({ nth }: { readonly nth: number }): Goods => goodsSchema.options[nth % goodsSchema.options.length] ?? 'back'
