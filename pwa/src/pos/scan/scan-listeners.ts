/** Takes the code of a scan. */
type Hear = (code: string) => void

/** The listeners on the page, the latest last. */
const listeners: Hear[] = []

/** Adds a listener, and answers a function that removes it. Only the latest one hears scans: a window that uses the scanner takes it over from the
 *  screen behind. */
export function listenToScans(hear: Hear): () => void {
  listeners.push(hear)
  return () => void listeners.splice(listeners.lastIndexOf(hear), 1)
}

export const hearsScans = (hear: Hear): boolean => listeners.at(-1) === hear

/** Hands a code, such as one that the camera read, to the listener. */
export const handScan = (code: string): void => listeners.at(-1)?.(code)
