import { randomBytes } from 'node:crypto'
import { uuidv7 } from '@shop/shared/kernel/ids.ts'

/** A new id of this moment, for what a REST caller did not name itself. */
export const newId = (nowMs: number): string => uuidv7(nowMs, randomBytes(10))
