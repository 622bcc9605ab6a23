import type { EarlierAccount } from '@shop/shared/accounts/commands/add-earlier-accounts.ts'
import { usernameSchema } from '@shop/shared/accounts/rules/username.ts'
import { emailSchema } from '@shop/shared/accounts/rules.ts'
import { readCsvCell } from '@shop/shared/kernel/csv.ts'
import { derivedId, idSchema } from '@shop/shared/kernel/ids.ts'
import { parseSignedDollars, ZERO_CENTS } from '@shop/shared/kernel/money.ts'
import { normaliseSearchText, searchKey, storableText } from '@shop/shared/kernel/text.ts'
import { type CsvRecord, readCsv } from '../platform/kernel/read-csv.ts'

/** Columns of an account file, each with the headers that name it (case, spaces and punctuation are ignored). */
const COLUMNS = {
  uid: ['uid', 'id', 'userid'],
  email: ['email', 'emailaddress'],
  displayName: ['displayname', 'name', 'fullname'],
  username: ['username', 'user'],
  balance: ['balance', 'openingbalance', 'available'],
} as const
type Field = keyof typeof COLUMNS

export type LineProblem = { readonly line: number; readonly message: string }

export type AccountLine = { readonly line: number; readonly account: EarlierAccount }

/** Namespace of ids that are derived from a uid of another form, from an e-mail or from a name. The same text always gives the same id. */
const IMPORT_ID = '01900000-0000-7000-8000-0000000acc07'

const MAX_NAME = 100

/** Reads a CSV file of accounts, whose first line holds the headers. Checks every line, so that one run reports all problems. */
export function readAccountFile(text: string): { readonly accounts: readonly AccountLine[]; readonly problems: readonly LineProblem[] } {
  const { records, unclosed } = readCsv(text)
  if (unclosed !== undefined)
    return { accounts: [], problems: [{ line: unclosed, message: 'A quote (") is opened here and never closed' }] }
  const [headers, ...lines] = records
  const fields = headers ? fieldsOf(headers) : []
  if (!headers || !(fields.includes('email') || fields.includes('displayName')))
    return { accounts: [], problems: [{ line: headers?.line ?? 1, message: 'There is no column Email and none named Display Name' }] }
  const accounts: AccountLine[] = []
  const problems: LineProblem[] = []
  const seen = new Map<string, number>()
  for (const record of lines) {
    const read = accountOf(record, fields)
    const message = typeof read === 'string' ? read : repeated(seen, record.line, read)
    if (typeof read === 'string' || message !== undefined) problems.push({ line: record.line, message: message ?? '' })
    else accounts.push({ line: record.line, account: read })
  }
  return { accounts, problems }
}

function fieldsOf({ cells }: CsvRecord): readonly (Field | null)[] {
  const taken = new Set<Field>()
  return cells.map((cell) => {
    const key = searchKey(cell).replace(/[^a-z0-9]/g, '')
    const field = (Object.keys(COLUMNS) as Field[]).find((name) => (COLUMNS[name] as readonly string[]).includes(key))
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

function accountOf({ cells }: CsvRecord, fields: readonly (Field | null)[]): EarlierAccount | string {
  const textOf = (field: Field) => storableText(readCsvCell((cells[fields.indexOf(field)] ?? '').trim())).trim()
  const given = { uid: textOf('uid'), email: textOf('email'), displayName: textOf('displayName'), username: textOf('username') }
  if (given.email === '' && given.displayName === '') return 'There is neither an e-mail nor a display name'
  const email = given.email === '' ? '' : emailSchema.safeParse(given.email).data
  if (email === undefined) return `“${given.email}” is not an e-mail address`
  if (given.displayName.length > MAX_NAME) return `The display name has more than ${MAX_NAME} characters`
  const username = given.username === '' ? null : usernameSchema.safeParse(given.username).data
  if (username === undefined) return `“${given.username}” is no username: 3-20 letters, numbers, hyphens, underscores`
  const openingCents = textOf('balance') === '' ? ZERO_CENTS : parseSignedDollars(textOf('balance'))
  if (openingCents === undefined) return `“${textOf('balance')}” is not an amount of dollars`
  const uid =
    idSchema.safeParse(given.uid).data ?? derivedId(`${IMPORT_ID}:${given.uid || email || normaliseSearchText(given.displayName)}`, 0)
  return { uid, email, displayName: given.displayName, username, role: 'user', openingCents }
}

/** Answers a problem when an earlier line names the same person. */
function repeated(seen: Map<string, number>, line: number, { uid, email, username }: EarlierAccount): string | undefined {
  const keys = [`id ${uid}`, ...(email === '' ? [] : [`email ${email}`]), ...(username === null ? [] : [`username ${username}`])]
  const before = keys.map((key) => seen.get(key)).find((at) => at !== undefined)
  for (const key of keys) if (!seen.has(key)) seen.set(key, line)
  return before === undefined ? undefined : `The same person, e-mail or username as in line ${before}`
}
