import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineRefusals, invalid, refusal } from './errors.ts'

const refusals = defineRefusals({
  NOTE_FULL: { status: 409, message: 'The note is full', retryable: true },
  GONE: { status: 404, message: 'It is gone' },
})

it('has the declared status and sentence, unless the rule says another', () => {
  expect(refusal(refusals, 'NOTE_FULL')).toMatchObject({
    name: 'Refusal',
    code: 'NOTE_FULL',
    status: 409,
    message: 'The note is full',
    retryable: true,
  })
  expect(refusal(refusals, 'GONE', { message: 'Not here', details: { id: '1' } })).toMatchObject({
    message: 'Not here',
    retryable: false,
    details: { id: '1' },
  })
})

it('names the first message of each wrong field, and the first of all as its sentence', () => {
  const lines = z.array(
    z.object({ quantity: z.number('Please enter a number').check(z.minimum(1, 'At least 1'), z.multipleOf(2, 'Pairs only')) }),
  )
  const { error } = z.object({ lines, name: z.string('Please enter a name') }).safeParse({ lines: [{ quantity: -1 }] })
  expect(error && invalid(error)).toMatchObject({
    code: 'INVALID',
    status: 400,
    message: 'At least 1',
    fields: { 'lines.0.quantity': 'At least 1', name: 'Please enter a name' },
  })
})

it('says that fields are wrong where no message came with them', () => {
  expect(invalid({ issues: [] } as never)).toMatchObject({ code: 'INVALID', message: 'Please check the marked fields.', fields: {} })
})
