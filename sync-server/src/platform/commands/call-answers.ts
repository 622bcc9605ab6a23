import type { AnyCommand, ArgsOf } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals, refusal } from '@shop/shared/kernel/errors.ts'
import { readArgs } from '@shop/shared/kernel/unit-of-work.ts'
import type { Db } from '../database/database.ts'
import { fingerprint, storableJson } from '../database/storable-json.ts'

/** A request with an Idempotency-Key. The key becomes the id of the request's first command, unless its handler names another id. */
export type KeyedRequest = { readonly key: string; readonly uid: string; readonly hash: string }

/** Builds the keyed request of a call. Its hash does not depend on the order of the fields. */
export function keyedRequest(key: string, uid: string, callName: string, input: unknown): KeyedRequest {
  return { key, uid, hash: fingerprint(callName, 1, input) }
}

/** Reads the stored answer to this request; undefined when the request is new. Refuses ID_REUSED when the key was used for another request. */
export async function answerBefore(db: Db, { key, uid, hash }: KeyedRequest): Promise<{ readonly answer: unknown } | undefined> {
  const answered = db.selectFrom('command_log').where('id', '=', key).where('uid', '=', uid).where('answer', 'is not', null)
  const before = await answered.select(['request_hash', 'answer']).executeTakeFirst()
  if (!before) return undefined
  if (before.request_hash !== hash) throw refusal(kernelRefusals, 'ID_REUSED')
  return { answer: before.answer }
}

/** Stores an answer with the command that ran under the request's key. If no command ran under it, nothing is stored, and the request can be
 *  repeated. */
export async function keepAnswer(db: Db, { key, uid, hash }: KeyedRequest, answer: unknown): Promise<void> {
  await db
    .updateTable('command_log')
    .set({ request_hash: hash, answer: storableJson(answer) })
    .where('id', '=', key)
    .where('uid', '=', uid)
    .where('status', '=', 'done')
    .where('answer', 'is', null)
    .execute()
}

/** Reads the arguments of the command that ran under this key; undefined when none did. A call whose command deletes rows needs these arguments to
 *  answer a repeated request. */
export async function argsDone<C extends AnyCommand>(
  db: Db,
  { key, uid }: Pick<KeyedRequest, 'key' | 'uid'>,
  command: C,
): Promise<ArgsOf<C> | undefined> {
  const kept = db.selectFrom('command_log').select(['version', 'args']).where('id', '=', key).where('uid', '=', uid)
  const row = await kept.where('name', '=', command.name).where('status', '=', 'done').executeTakeFirst()
  const done = row && readArgs(command, row.version, row.args)
  return done?.success ? (done.data as ArgsOf<C>) : undefined
}
