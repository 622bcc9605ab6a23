import { expect, it, onTestFinished } from 'vitest'
import webPush from 'web-push'
import { Undelivered } from '../platform/kernel/undelivered.ts'
import { openPushSender } from './push-sender.ts'
import { PushService } from './testing/push-service.ts'

const keys = webPush.generateVAPIDKeys()
const SILENT = { status: 0 } as const

async function start(timeoutMs: number) {
  const [slow, quick] = [await PushService.start(), await PushService.start()]
  const sender = openPushSender({ keys, subject: 'https://shop.example', trustedOrigins: [slow.origin, quick.origin] }, timeoutMs)
  onTestFinished(() => sender.close())
  const send = (service: PushService) => sender.send(service.subscribe(keys.publicKey), '{}', 'topic')
  const refusedBy = (service: PushService) =>
    send(service).then(
      () => undefined,
      (error: unknown) => error as Undelivered,
    )
  return { slow, quick, send, refusedBy }
}

it('a push service that does not answer is asked once and then paused, and delays no other service', async () => {
  const { slow, quick, send, refusedBy } = await start(2_000)
  slow.faults.push(SILENT, SILENT, SILENT)
  expect(await refusedBy(slow)).toMatchObject({ isFinal: false, message: 'The push service did not answer in time.' })
  for (let device = 0; device < 3; device++) {
    const refused = await refusedBy(slow)
    expect(refused).toBeInstanceOf(Undelivered)
    expect([refused?.isFinal, refused?.message]).toEqual([false, 'The push service did not answer a moment ago.'])
    expect(refused?.waitSeconds).toBeGreaterThan(0)
  }
  expect(slow.faults).toHaveLength(2)
  await send(quick)
  expect(quick.delivered).toHaveLength(1)
})

it('a push service that answers again is used again', async () => {
  const { slow, send, refusedBy } = await start(500)
  slow.faults.push(SILENT)
  expect((await refusedBy(slow))?.isFinal).toBe(false)
  await expect.poll(() => refusedBy(slow), { timeout: 20_000 }).toBeUndefined()
  await send(slow)
  expect(slow.delivered).toHaveLength(2)
})
