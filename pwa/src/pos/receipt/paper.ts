import { useLocalSetting } from '../../sync/api.ts'

/** The paper of this device's printer: a roll, by its width in millimetres, or sheets. */
export type Paper = '58' | '80' | 'sheet'

export const PAPERS: readonly { readonly value: Paper; readonly label: string }[] = [
  { value: '58', label: '58 mm' },
  { value: '80', label: '80 mm' },
  { value: 'sheet', label: 'Sheet' },
]

export const usePaper = () => useLocalSetting<Paper>('till.paper', '80')

const MM_PER_PX = 25.4 / 96

/** The size of a page as long as the receipt. On letter paper a printer with a roll would feed a whole sheet. */
const rollOf = (widthMm: number) => (paper: HTMLElement) =>
  `${widthMm}mm ${Math.max(60, Math.ceil(paper.getBoundingClientRect().height * MM_PER_PX) + 8)}mm`

/** Size and margin of the printed page for each paper. */
export const PAGES = {
  58: { size: rollOf(58), margin: '2mm 5mm' },
  80: { size: rollOf(80), margin: '2mm 4mm' },
  sheet: { size: 'auto', margin: '12mm' },
} as const
