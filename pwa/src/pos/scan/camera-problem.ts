/** Why the camera does not scan, as a sentence with the way out. */
export function cameraProblem(thrown: unknown): string {
  const name = thrown instanceof DOMException ? thrown.name : ''
  switch (name) {
    case 'NotAllowedError':
      return 'The camera is not allowed here. Allow it in the browser’s settings for this page, then try again.'
    case 'SecurityError':
      return 'The camera works over HTTPS only. Open the shop by its https:// address; a hand scanner works meanwhile.'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'This device has no camera. A hand scanner works without one.'
    case 'NotReadableError':
    case 'AbortError':
      return 'Another app is using the camera. Close it there, then try again.'
    default:
      return 'The camera scanner could not be loaded. Check the connection, then try again.'
  }
}
