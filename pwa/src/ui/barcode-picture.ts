import { code128, drawingSVG } from 'bwip-js/browser'

/** Renders a Code 128 barcode as an image from a data URL, so that the library's markup is never inserted into the page. */
export function barcodePicture(text: string, heightMm: number): string {
  const svg = code128({ bcid: 'code128', text, height: heightMm, scale: 2 }, drawingSVG())
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
