import { withoutInvisible } from '../../kernel/text.ts'

// Check digits catch typing errors. A number with a wrong check digit or format gets a warning and is accepted.

/** Strips spaces, hyphens and invisible characters from a tracking number and puts it in upper case. */
export const plainTrackingNumber = (number: string): string => withoutInvisible(number).replace(/[\s-]/g, '').toUpperCase()

/** Computes a check digit mod 10. From the right, the digits have the weights `odd`, `even`, `odd` and so on. */
function mod10(digits: string, odd: number, even: number): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? odd : even)
  return (10 - (sum % 10)) % 10
}

/** True when the check digit fits with the weights 3 and 1. */
const fitsMod10 = (digits: string) => mod10(digits.slice(0, -1), 3, 1) === Number(digits.at(-1))

/** Checks a number of FedEx Express: weights 1, 3, 7 from the right, mod 11, mod 10. */
function fitsExpress(digits: string): boolean {
  const body = digits.slice(0, -1)
  let sum = 0
  for (let i = 0; i < body.length; i++) sum += Number(body[body.length - 1 - i]) * ([1, 3, 7][i % 3] as number)
  return (sum % 11) % 10 === Number(digits.at(-1))
}

/** Checks a number of UPS: weights 1 and 2 from the left; a letter's value is its place in the alphabet plus one, mod 10. */
function fitsUps(body: string, check: string): boolean {
  let sum = 0
  for (let i = 0; i < body.length; i++) {
    const value = /\d/.test(body[i] as string) ? Number(body[i]) : (body.charCodeAt(i) - 3) % 10
    sum += value * (i % 2 === 0 ? 1 : 2)
  }
  return (10 - (sum % 10)) % 10 === Number(check)
}

/** Checks a number in the format S10 of the Universal Postal Union: weights 8 6 4 2 3 5 9 7, mod 11. */
function fitsS10(number: string): boolean {
  const sum = [8, 6, 4, 2, 3, 5, 9, 7].reduce((total, weight, i) => total + weight * Number(number[2 + i]), 0)
  const check = 11 - (sum % 11)
  return (check === 10 ? 0 : check === 11 ? 5 : check) === Number(number[10])
}

/** A parcel number of USPS, with 22 or 26 digits. */
const OF_PARCEL = /^9[1-5](?:\d{20}|\d{24})$/

const WITH_ZIP = /^420\d+$/

/** Strips 420 and a ZIP of 5 or 9 digits in front of a USPS number. The check digit decides where the number begins when both would leave a number. */
export function withoutZip(number: string): string {
  if (!WITH_ZIP.test(number)) return number
  const possible = [8, 12].map((start) => number.slice(start)).filter((own) => OF_PARCEL.test(own))
  return possible.find(fitsMod10) ?? possible[0] ?? number
}

type Format = { readonly pattern: RegExp; readonly fits: (number: string) => boolean }

const USPS: readonly Format[] = [
  // the label's barcode contains 420, ZIP, then the number itself
  { pattern: /^420(?:\d{5}|\d{9})9[1-5](?:\d{20}|\d{24})$/, fits: (number) => fitsMod10(withoutZip(number)) },
  { pattern: OF_PARCEL, fits: fitsMod10 },
  // older labels print the number without its leading 91
  { pattern: /^[07]\d{19}$/, fits: (number) => fitsMod10(`91${number}`) || fitsMod10(number) },
  { pattern: /^[A-Z]{2}\d{9}[A-Z]{2}$/, fits: fitsS10 },
]

const UPS: readonly Format[] = [
  { pattern: /^1Z[0-9A-Z]{15}\d$/, fits: (number) => fitsUps(number.slice(2, -1), number.slice(-1)) },
  { pattern: /^[AHJKTV]\d{10}$/, fits: (number) => fitsUps(number.slice(1, -1), number.slice(-1)) },
]

const FEDEX: readonly Format[] = [
  { pattern: /^\d{12}$/, fits: fitsExpress },
  { pattern: /^\d{15}$/, fits: fitsMod10 },
  { pattern: /^00\d{16}$/, fits: fitsMod10 },
  { pattern: /^96\d{20}$/, fits: (number) => fitsMod10(number.slice(7)) },
  { pattern: /^3\d{31}$/, fits: (number) => fitsExpress(number.slice(16, 28)) },
  { pattern: /^(?:1\d|96)\d{32}$/, fits: (number) => fitsExpress(number.slice(20)) },
]

/** The known carriers: name, formats, and the address of the page about a parcel. */
const KNOWN: ReadonlyMap<string, { readonly name: string; readonly formats: readonly Format[]; readonly url: string }> = new Map([
  ['USPS', { name: 'USPS', formats: USPS, url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' }],
  ['UPS', { name: 'UPS', formats: UPS, url: 'https://www.ups.com/track?tracknum=' }],
  ['FEDEX', { name: 'FedEx', formats: FEDEX, url: 'https://www.fedex.com/fedextrack/?trknbr=' }],
])

/** Returns the name of a carrier for people, such as "FedEx". An unknown carrier stays as typed. */
export const carrierWord = (carrier: string): string => KNOWN.get(carrier)?.name ?? carrier

/** Returns a warning about a suspicious tracking number of this carrier, or null. Numbers of unknown carriers are not checked. */
export function trackingWarning(carrier: string, trackingNumber: string): string | null {
  const known = KNOWN.get(carrier.toUpperCase())
  const number = plainTrackingNumber(trackingNumber)
  if (!known || number === '') return null
  const formats = known.formats.filter(({ pattern }) => pattern.test(number))
  if (formats.some(({ fits }) => fits(number))) return null
  if (formats.length > 0) return `The check digit of this ${known.name} number is wrong. Please compare it with the label.`
  const other = [...KNOWN.values()].find(({ formats: theirs }) => theirs.some(({ pattern, fits }) => pattern.test(number) && fits(number)))
  if (other) return `This looks like a number of ${other.name}.`
  return `This does not look like a ${known.name} number. Please compare it with the label.`
}

/** Returns the link to the carrier's page about a parcel; undefined for an unknown carrier or an empty number. */
export function trackingLink(carrier: string, trackingNumber: string): string | undefined {
  const known = KNOWN.get(carrier.toUpperCase())
  const number = plainTrackingNumber(trackingNumber)
  return known && number !== '' ? known.url + encodeURIComponent(number) : undefined
}
