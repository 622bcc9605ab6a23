import { expect, it } from 'vitest'
import { senderOf } from './sender.ts'

const sender = (mailFrom?: string, smtpUrl?: string, publicUrl?: string) => senderOf({ mailFrom, smtpUrl, publicUrl })

it.each([
  ['shop@example.org', { name: '', address: 'shop@example.org' }],
  ['Second Chance <shop@example.org>', { name: 'Second Chance', address: 'shop@example.org' }],
  ['"Chance, Second" <shop@example.org> ', { name: 'Chance, Second', address: 'shop@example.org' }],
  ['<shop@example.org>', { name: '', address: 'shop@example.org' }],
])('the sender of mails has the name and address of MAIL_FROM: %s', (mailFrom, expected) => {
  expect(sender(mailFrom, 'smtp://ann%40example.com:x@mail.example.com')).toEqual(expected)
})

it('without MAIL_FROM the sender of mails is the mail server’s user if that is an address, else no-reply at the shop’s or mail server’s domain', () => {
  expect(sender(undefined, 'smtp://ann%40example.com:x@mail.example.com').address).toBe('ann@example.com')
  expect(sender(undefined, 'smtp://apikey:x@mail.example.com', 'https://till.example.org').address).toBe('no-reply@till.example.org')
  expect(sender(undefined, 'smtp://apikey:x@mail.example.com', 'http://192.168.1.20:8787').address).toBe('no-reply@mail.example.com')
  expect(sender(undefined, 'smtp://localhost', 'http://localhost:8787').address).toBe('no-reply@localhost.localdomain')
})
