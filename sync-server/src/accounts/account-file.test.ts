import { earlierAccountSchema } from '@shop/shared/accounts/commands/add-earlier-accounts.ts'
import { csvFile } from '@shop/shared/kernel/csv.ts'
import { HOSTILE_STRINGS } from '@shop/shared/testing/hostile-strings.ts'
import { expect, it } from 'vitest'
import { readAccountFile } from './account-file.ts'

const uid = '0190a0b0-0000-7000-8000-00000000ffff'

it('finds columns by their headers, also in another order and spelling', () => {
  const { accounts, problems } = readAccountFile(`Balance;E-Mail;Notes;display_name;USERNAME;uid
"1,200.50";Ann@Example.org;x;Ann;Ann-1;${uid.toUpperCase()}
-3;;;Nameless;;
`)
  expect(problems).toEqual([])
  expect(accounts).toEqual([
    { line: 2, account: { uid, email: 'ann@example.org', displayName: 'Ann', username: 'ann-1', role: 'user', openingCents: 120_050 } },
    {
      line: 3,
      account: { uid: expect.any(String), email: '', displayName: 'Nameless', username: null, role: 'user', openingCents: -300 },
    },
  ])
})

it('gives an account without a uid the same id in every file, by its e-mail or else by its name', () => {
  const ids = (text: string) => readAccountFile(text).accounts.map(({ account }) => account.uid)
  const [ann, bea] = ids('email,name\nann@x.org,A\n,Bea\n')
  expect(ids('name,email\nBea,\nOther,ANN@x.org\n')).toEqual([bea, ann])
  expect(ids('email,uid\nann@x.org,fireBase1\n')).not.toEqual([ann])
})

it('reports every wrong line with its number', () => {
  const { problems } = readAccountFile(
    'email,name,username,balance\nann@x.org,A,,\n,,x,1\nno-mail,B,,\nb@x.org,B,a,\nc@x.org,C,,1.234\nANN@x.org,D,,\nd@x.org,"E\nE",,x\n,,,\n',
  )
  expect(problems).toEqual([
    { line: 3, message: 'There is neither an e-mail nor a display name' },
    { line: 4, message: '“no-mail” is not an e-mail address' },
    { line: 5, message: '“a” is no username: 3-20 letters, numbers, hyphens, underscores' },
    { line: 6, message: '“1.234” is not an amount of dollars' },
    { line: 7, message: 'The same person, e-mail or username as in line 2' },
    { line: 8, message: '“x” is not an amount of dollars' },
  ])
  expect(readAccountFile('a,b\n1,2').problems).toEqual([{ line: 1, message: 'There is no column Email and none named Display Name' }])
  expect(readAccountFile('').problems).toHaveLength(1)
  expect(readAccountFile('email\n"a@x.org\n').problems[0]?.line).toBe(2)
})

it('reads more than nine in ten hostile names, each as a valid account', () => {
  const names = HOSTILE_STRINGS.filter((text) => text.trim() !== '' && text.length <= 100)
  const { accounts } = readAccountFile(csvFile([['Display Name', 'uid'], ...names.map((name, n) => [name, `u${n}`])]))
  expect(accounts.length).toBeGreaterThan(names.length * 0.9)
  for (const { account } of accounts) expect(earlierAccountSchema.safeParse(account).success).toBe(true)
})
