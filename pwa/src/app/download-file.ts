/** Hands a file to the person at this device. The name gets today's date. */
export function downloadFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.json`
  link.click()
  // the browser reads the file after the click returned
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
