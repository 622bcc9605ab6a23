import type { User } from '@shop/shared/accounts/schema.ts'
import { type ReactNode, useMemo } from 'react'
import { grouped } from '../../ui/counted.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { DayText } from '../../ui/day-text.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { DayWords } from '../../ui/use-day-words.ts'
import classes from './administration.module.css'
import type { FiguresOf } from './person-figures.ts'
import { awaitsProof, shownDiscord, shownDisplayName, shownUsername } from './person-list.ts'

/** Data that rows need besides the account. */
export type PersonContext = { readonly figuresOf: FiguresOf; readonly dayWords: DayWords }

const NO_DISCORD = '-'

const second = (value: string) => (
  <span className={classes.second} title={value}>
    <bdi>{value}</bdi>
  </span>
)

/** The columns that say who somebody is, in two lines: the name, and below it e-mail, username and Discord. */
const WHO: readonly Column<User>[] = [
  {
    key: 'displayName',
    header: 'Display Name',
    isSortable: true,
    cell: (user) => (
      <span className={classes.who}>
        <bdi className={classes.whoName} title={shownDisplayName(user)}>
          {shownDisplayName(user)}
        </bdi>
        <NotConfirmed user={user} />
      </span>
    ),
  },
  { key: 'email', header: 'Email', below: 0, isSortable: true, cell: (user) => second(user.email || '-') },
  { key: 'username', header: 'Username', below: 1, isSortable: true, cell: (user) => second(shownUsername(user)) },
  {
    key: 'discord',
    header: 'Discord',
    below: 2,
    isSortable: true,
    cell: (user) => shownDiscord(user) !== NO_DISCORD && second(shownDiscord(user)),
  },
]

export function usePersonColumns({ figuresOf, dayWords }: PersonContext): readonly Column<User>[] {
  return useMemo(
    () => [
      ...WHO,
      {
        key: 'balance',
        header: 'Balance',
        width: '6.5rem',
        align: 'end',
        isSortable: true,
        cell: (user) => <MoneyText cents={figuresOf(user.id).balance.availableCents} />,
      },
      {
        key: 'goods',
        header: 'Goods',
        width: '4rem',
        align: 'end',
        isSortable: true,
        cell: (user) => grouped(figuresOf(user.id).goodsCount),
      },
      {
        key: 'lastSale',
        header: 'Last sale',
        width: '6.5rem',
        isSortable: true,
        sortWords: ['oldest first', 'newest first'],
        cell: (user) => {
          const { lastSoldAtMs } = figuresOf(user.id)
          return lastSoldAtMs === null ? null : <DayText atMs={lastSoldAtMs} dayWords={dayWords} />
        },
      },
      { key: 'role', header: 'Role', width: '5.5rem', isSortable: true, cell: (user) => <RoleCell user={user} /> },
    ],
    [figuresOf, dayWords],
  )
}

function NotConfirmed({ user }: { readonly user: User }) {
  return awaitsProof(user) ? <Tag tone="warn">Not confirmed</Tag> : null
}

/** Shows the role, or that the account has no role because nobody signs in to it. */
export function RoleCell({ user }: { readonly user: User }) {
  if (user.closedAtMs !== null) return <Tag tone="warn">Closed</Tag>
  if (user.isEarlier) return <Tag>No sign-in</Tag>
  return user.role === 'admin' ? <Tag tone="info">admin</Tag> : <span>user</span>
}

type CardProps = { readonly user: User; readonly context: PersonContext; readonly actions: ReactNode }

/** An account as a card on a phone, without empty fields. */
export function PersonCard({ user, context: { figuresOf, dayWords }, actions }: CardProps) {
  const [name, username, discord] = [shownDisplayName(user), shownUsername(user), shownDiscord(user)]
  const { balance, goodsCount, lastSoldAtMs } = figuresOf(user.id)
  return (
    <div className={classes.card}>
      <div className={classes.main}>
        <bdi className={classes.name}>{name === '-' ? user.email || '-' : name}</bdi>
        {name !== '-' && user.email !== '' && <bdi className={classes.note}>{user.email}</bdi>}
        <NotConfirmed user={user} />
        {username !== '-' && <bdi className={classes.note}>@{username}</bdi>}
        {discord !== NO_DISCORD && <bdi className={classes.note}>Discord: {discord}</bdi>}
        <span className={classes.note}>
          {[
            `${grouped(goodsCount)} in stock`,
            ...(lastSoldAtMs === null ? [] : [`last sale ${dayWords(lastSoldAtMs).words.toLowerCase()}`]),
          ].join(' · ')}
        </span>
      </div>
      <div className={classes.cardFigures}>
        <span>
          <span className="shop-visually-hidden">Balance</span>
          <MoneyText cents={balance.availableCents} look="strong" />
        </span>
        <RoleCell user={user} />
      </div>
      <div className={classes.cardMenu}>{actions}</div>
    </div>
  )
}
