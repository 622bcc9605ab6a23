import { Refusal } from '@shop/shared/kernel/errors.ts'
import { expect, test } from 'vitest'
import { readsAsError } from './banner.tsx'
import { errorMessage } from './error-message.ts'

test('a text that contains Error looks like an error, and every other text like a success', () => {
  for (const text of ['Error: Please fill in all fields', 'Error deleting item: gone', 'There was an Error'])
    expect(readsAsError(text)).toBe(true)
  for (const text of ['Item deleted successfully', 'Payout marked as paid', 'errors were mended']) expect(readsAsError(text)).toBe(false)
})

test('a refusal shows the form’s prefix and a message, and a bug is rethrown', () => {
  const refused = new Refusal('OWN_ACCOUNT', 403, 'You cannot delete your own account.')
  expect(errorMessage('Error deleting user: ', refused, 'Failed to delete user')).toBe(
    'Error deleting user: You cannot delete your own account.',
  )
  const wordless = new Refusal('NO_WORDS', 503, 'The server cannot do this right now.')
  expect(errorMessage('Error deleting user: ', wordless, 'Failed to delete user')).toBe('Error deleting user: Failed to delete user')
  expect(errorMessage('Error: ', wordless)).toBe('Error: The server cannot do this right now.')
  expect(() => errorMessage('Error: ', new TypeError('x is undefined'))).toThrow('x is undefined')
})
