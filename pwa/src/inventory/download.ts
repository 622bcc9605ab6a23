/** Hands a text to the person as a file. */
export function download(fileName: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = fileName
  anchor.click()
  // the browser has taken hold of the blob by the next turn of its loop
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
