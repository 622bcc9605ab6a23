/** How much room the table has. `cards`: rows are cards, as the design system has them below 640 px. */
export type TableRoom = 'cards' | 'narrow' | 'medium' | 'wide'

/** Widths of the table, in px, from which the next more roomy layout fits. */
const MEDIUM_FROM_PX = 940
const WIDE_FROM_PX = 1_150
const TABLE_FROM_PX = 640

/** The room of a table this wide; 0 is a table not measured yet. */
export function roomOf(widthPx: number): TableRoom {
  if (widthPx === 0 || widthPx >= WIDE_FROM_PX) return 'wide'
  if (widthPx >= MEDIUM_FROM_PX) return 'medium'
  return widthPx >= TABLE_FROM_PX ? 'narrow' : 'cards'
}
