const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string, DeviceKind])[] = [
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\bAndroid\b(?=.*\bMobile\b)/, 'an Android phone', 'phone'],
  [/\bAndroid\b/, 'an Android tablet', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac', 'computer'],
  [/\bCrOS\b/, 'Chromebook', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
]

/** Kind of a device, which selects its icon in a list. */
export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'program'

/** Derives a name such as "Chrome on Windows", and the kind, from a user agent. For display only. */
export function deviceOf(userAgent: string): { readonly name: string; readonly kind: DeviceKind } {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))
  if (browser && system) return { name: `${browser} on ${system[1]}`, kind: system[2] }
  if (browser || system) return { name: browser ?? (system?.[1] as string), kind: system?.[2] ?? 'computer' }
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0]
  return { name: program ?? 'Unknown device', kind: 'program' }
}
