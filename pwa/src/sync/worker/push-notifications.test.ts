import { expect, test } from 'vitest'
import { openNotification, showPush } from './push-notifications.ts'

const ORIGIN = 'https://shop.example'
const sold = { uid: 'ann', title: 'Sold!', body: 'Cup', path: '/sales-history', tag: 't' }

/** Receives a push on a device where `uid` is signed in, and answers what the device shows and whether it is still subscribed. */
async function afterPush(uid: string | null, data: { json(): unknown } | null) {
  const shown: unknown[] = []
  let isSubscribed = true
  await showPush(data, {
    signedInUid: async () => uid,
    registration: {
      showNotification: async (title, { body, data: { path } }) => void shown.push([title, body, path]),
      pushManager: { getSubscription: async () => ({ unsubscribe: async () => !(isSubscribed = false) }) },
    },
  })
  return { shown, isSubscribed }
}

test('a message for the person signed in here is shown', async () => {
  expect(await afterPush('ann', { json: () => sold })).toEqual({ shown: [['Sold!', 'Cup', '/sales-history']], isSubscribed: true })
})

test('a message for another person is not shown, and a signed-out device drops its subscription', async () => {
  expect(await afterPush('bob', { json: () => sold })).toEqual({ shown: [], isSubscribed: true })
  expect(await afterPush(null, { json: () => sold })).toEqual({ shown: [], isSubscribed: false })
})

test('a push that is not the shop’s message is ignored', async () => {
  const broken = { json: () => JSON.parse('{') as unknown }
  for (const data of [null, broken, { json: () => ({ title: 'x' }) }, { json: () => null }])
    expect(await afterPush('ann', data)).toEqual({ shown: [], isSubscribed: true })
})

async function afterTap(path: unknown, urls: readonly string[], mayOpen = true) {
  const done: string[] = []
  await openNotification(
    { data: { path }, close: () => done.push('close') },
    {
      origin: ORIGIN,
      clients: {
        matchAll: async () => urls.map((url) => ({ url, focus: async () => done.push(`focus ${url}`) })),
        openWindow: async (url) => {
          if (!mayOpen) throw new Error('not allowed')
          done.push(`open ${url}`)
        },
      },
    },
  )
  return done
}

test('a tap opens the message’s screen, and leaves windows with other screens alone', async () => {
  const [till, history] = [`${ORIGIN}/pos`, `${ORIGIN}/sales-history?tab=all`]
  const [browse, offers] = [`${ORIGIN}/marketplace`, `${ORIGIN}/marketplace?tab=offers`]
  expect(await afterTap('/sales-history', [till, history])).toEqual(['close', `focus ${history}`])
  expect(await afterTap('/sales-history', [till])).toEqual(['close', `open ${ORIGIN}/sales-history`])
  expect(await afterTap('/sales-history', [till], false)).toEqual(['close', `focus ${till}`])
  expect(await afterTap('/marketplace?tab=offers', [browse])).toEqual(['close', `open ${ORIGIN}/marketplace?tab=offers`])
  expect(await afterTap('/marketplace?tab=offers', [browse, offers])).toEqual(['close', `focus ${offers}`])
  expect(await afterTap('https://evil.example/x', [])).toEqual(['close', `open ${ORIGIN}/`])
  expect(await afterTap(undefined, [])).toEqual(['close', `open ${ORIGIN}/`])
})
