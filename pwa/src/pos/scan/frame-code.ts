import { isValidGtin } from '@shop/shared/inventory/rules/barcodes.ts'

/** A barcode as the decoder saw it in a frame. */
export type SeenCode = {
  readonly rawValue: string
  readonly boundingBox: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** The code nearest to the middle of a frame, since others in sight are neighbours or misreads. */
export function codeOfFrame(seen: readonly SeenCode[], width: number, height: number): string | undefined {
  const distance = ({ boundingBox: box }: SeenCode) => Math.hypot(box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2)
  let nearest: SeenCode | undefined
  for (const code of seen) if (!nearest || distance(code) < distance(nearest)) nearest = code
  return nearest && asScanners(nearest.rawValue)
}

/** The code as hand scanners send it: the decoder writes a UPC-A as EAN-13, with a leading zero. */
function asScanners(code: string): string {
  return /^0\d{12}$/.test(code) && isValidGtin(code) ? code.slice(1) : code
}
