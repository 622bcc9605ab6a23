import * as z from 'zod/mini'
import { byId, defineCommand } from '../../kernel/define-command.ts'
import { idSchema } from '../../kernel/ids.ts'
import { booksCheckSchema, booksChecks } from '../schema.ts'

/** Maximum number of checks that the shop keeps: a month of nightly checks. */
export const MAX_BOOKS_CHECKS = 30

/** Maximum number of mismatches in one check. */
export const MAX_BOOKS_MISMATCHES = 100

/** Stores the result of a check of the books, and removes the old checks that `forget` names. */
export const noteBooksCheck = defineCommand({
  name: 'sales.noteBooksCheck',
  args: z.object({
    check: z.extend(booksCheckSchema, {
      id: idSchema,
      mismatches: booksCheckSchema.shape.mismatches.check(z.maxLength(MAX_BOOKS_MISMATCHES)),
    }),
    forget: z.array(idSchema).check(z.maxLength(1_000)),
  }),
  roles: ['admin', 'system'],
  channel: 'server',
  touches: ({ check, forget }) => [check.id, ...forget].map((id) => byId(booksChecks, id)),
  run(tx, { check, forget }) {
    for (const id of forget) if (tx.get(booksChecks, id)) tx.remove(booksChecks, id)
    tx.put(booksChecks, check)
  },
})
