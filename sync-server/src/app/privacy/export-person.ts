import type { Row } from '@shop/shared/kernel/define-collection.ts'
import { nameInUrl } from '../../images/picture-names.ts'
import type { Db } from '../../platform/database/sql.ts'
import { heldData, rowsOf } from './held-data.ts'
import { type Person, readPerson } from './person.ts'
import { type ZipFile, zipStream } from './zip-stream.ts'

export type Uploads = {
  read(name: string): Promise<Uint8Array | undefined>
  readLabel(name: string): Promise<Uint8Array | undefined>
}

const READ_ME = `This is everything the shop holds on you.

Each file has one kind of data, as JSON. Amounts end in "Cents", times in "Ms" are milliseconds since 1970.
The folder "files" has your profile picture and the shipping labels you uploaded or took.
Passwords and keys are not in here, and neither is what belongs to other people: the other side of a trade stays anonymous.
`

/** Exports a person's data, by `heldData` and with the uploads, as the bytes of a ZIP file. Reads the rows only as fast as the caller reads the
 *  bytes. */
export async function* exportPerson(db: Db, uploads: Uploads, uid: string): AsyncGenerator<Uint8Array> {
  const person = await readPerson(db, uid)
  if (person) yield* zipStream(filesOf(db, uploads, person))
}

async function* filesOf(db: Db, uploads: Uploads, person: Person): AsyncGenerator<ZipFile> {
  yield { name: 'READ-ME.txt', chunks: bytesOf(READ_ME) }
  for (const held of Object.values(heldData))
    if ('file' in held && held.file !== null) yield { name: held.file, chunks: asJson(rowsOf(held.rows, db, person)) }
  const picture = nameInUrl(person.user.photoUrl)
  const bytes = picture === undefined ? undefined : await uploads.read(picture)
  if (bytes) yield { name: 'files/profile-picture.jpg', chunks: bytesOf(bytes) }
  const trades = await db
    .selectFrom('trades')
    .select(['id', 'label'])
    .where('buyer_uid', '=', person.user.id)
    .where('label', 'is not', null)
    .execute()
  for (const { id, label } of trades) {
    const file = label && (await uploads.readLabel(label.name))
    if (label && file) yield { name: `files/label-${id}.${label.name.split('.').at(-1)}`, chunks: bytesOf(file) }
  }
  const taken = await db.selectFrom('postal_labels').select(['id', 'file']).where('uid', '=', person.user.id).execute()
  for (const { id, file } of taken) {
    const content = await uploads.readLabel(file.name)
    if (content) yield { name: `files/postal-label-${id}.${file.name.split('.').at(-1)}`, chunks: bytesOf(content) }
  }
}

async function* bytesOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content
}

async function* asJson(rows: AsyncIterable<Row>): AsyncGenerator<Uint8Array> {
  let before = '['
  for await (const row of rows) {
    yield Buffer.from(`${before}\n${JSON.stringify(row)}`)
    before = ','
  }
  yield Buffer.from(before === '[' ? '[]\n' : '\n]\n')
}
