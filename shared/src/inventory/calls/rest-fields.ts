import * as z from 'zod/mini'
import { dollarsSchema } from '../../kernel/dollars.ts'
import { centsFromDollars } from '../../kernel/money.ts'
import { ITEM_FIELDS, type ItemFieldName, STORED_FIELDS, type StoredFieldName } from '../fields.ts'

type Fields = typeof ITEM_FIELDS

const ANSWERS = { text: z.string(), count: z.int(), cents: z.nullable(z.number()), category: z.string(), condition: z.string() }

/** The fields of an item in a REST answer, money in dollars. */
export const REST_ANSWER_FIELDS = Object.fromEntries(Object.entries(ITEM_FIELDS).map(([name, { kind }]) => [name, ANSWERS[kind]])) as {
  [Name in ItemFieldName]: (typeof ANSWERS)[Fields[Name]['kind']]
}

const dollars = z.nullish(
  dollarsSchema.check(z.refine((amount) => (centsFromDollars(amount) ?? 0) > 0, 'The price must be greater than 0')),
)

/** The fields that a REST body may set, without the quantity; money in dollars. */
export const REST_BODY_FIELDS = Object.fromEntries(
  STORED_FIELDS.map(({ name, kind }) => [name, kind === 'cents' ? dollars : ITEM_FIELDS[name].schema]),
) as { [Name in StoredFieldName]: Fields[Name]['kind'] extends 'cents' ? typeof dollars : Fields[Name]['schema'] }
