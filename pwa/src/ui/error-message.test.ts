import { Refusal } from '@shop/shared/kernel/errors.ts'
import { expect, test } from 'vitest'
import { sentenceOf } from './error-message.ts'

test('a refusal shows its own message, and an error without a message shows that an error occurred', () => {
  expect(sentenceOf(new Refusal('WRONG_PASSWORD', 401, 'Incorrect password.'))).toBe('Incorrect password.')
  for (const thrown of [new Error(''), undefined, 'text']) expect(sentenceOf(thrown)).toBe('An error occurred')
})
