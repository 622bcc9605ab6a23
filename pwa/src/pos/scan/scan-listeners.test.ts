import { expect, test } from 'vitest'
import { handScan, hearsScans, listenToScans } from './scan-listeners.ts'

test('a scan of the camera goes to the window in front, and to the screen again when that is closed', () => {
  const heard: string[] = []
  const listener = (name: string) => (code: string) => void heard.push(`${name} ${code}`)
  const [screen, front] = [listener('screen'), listener('front')]
  handScan('nobody')
  const leave = listenToScans(screen)
  handScan('1')
  const close = listenToScans(front)
  expect([hearsScans(screen), hearsScans(front)]).toEqual([false, true])
  handScan('2')
  close()
  handScan('3')
  leave()
  handScan('4')
  expect(heard).toEqual(['screen 1', 'front 2', 'screen 3'])
})
