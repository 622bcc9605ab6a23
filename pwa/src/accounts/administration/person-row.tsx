import type { User } from '@shop/shared/accounts/schema.ts'
import type { ReactNode } from 'react'
import type { Column } from '../../ui/data-table-columns.ts'
import { Tag } from '../../ui/tag.tsx'
import classes from './administration.module.css'
import { awaitsProof, shownDiscord, shownDisplayName, shownUsername } from './person-list.ts'

const text = (value: string) => (
  <span className={classes.text} title={value}>
    <bdi>{value}</bdi>
  </span>
)

export const PERSON_COLUMNS: readonly Column<User>[] = [
  {
    key: 'email',
    header: 'Email',
    width: 'minmax(10rem, 1.6fr)',
    card: 'title',
    isSortable: true,
    cell: (user) => (
      <>
        {text(user.email || '-')}
        <NotConfirmed user={user} />
      </>
    ),
  },
  {
    key: 'displayName',
    header: 'Display Name',
    width: 'minmax(7rem, 1.3fr)',
    isSortable: true,
    cell: (user) => text(shownDisplayName(user)),
  },
  { key: 'username', header: 'Username', width: 'minmax(5.5rem, 1fr)', isSortable: true, cell: (user) => text(shownUsername(user)) },
  { key: 'discord', header: 'Discord', width: 'minmax(5rem, 0.9fr)', isSortable: true, cell: (user) => text(shownDiscord(user)) },
  { key: 'role', header: 'Role', width: '6.5rem', card: 'aside', isSortable: true, cell: (user) => <RoleCell user={user} /> },
]

function NotConfirmed({ user }: { readonly user: User }) {
  return awaitsProof(user) ? <Tag tone="warn">Not confirmed</Tag> : null
}

/** Shows the role, or that the account has no role because nobody signs in to it. */
export function RoleCell({ user }: { readonly user: User }) {
  if (user.closedAtMs !== null) return <Tag tone="warn">Closed</Tag>
  if (user.isEarlier) return <Tag>No sign-in</Tag>
  return user.role === 'admin' ? <Tag tone="info">admin</Tag> : <span>user</span>
}

/** An account as a card on a phone, without empty fields. */
export function PersonCard({ user, tiles }: { readonly user: User; readonly tiles: ReactNode }) {
  const [username, discord] = [shownUsername(user), shownDiscord(user)]
  return (
    <>
      <div className={classes.cardHead}>
        <div className={classes.main}>
          <bdi className={classes.name}>{shownDisplayName(user) === '-' ? user.email || '-' : shownDisplayName(user)}</bdi>
          {shownDisplayName(user) !== '-' && user.email !== '' && <bdi className={classes.note}>{user.email}</bdi>}
          <NotConfirmed user={user} />
          {username !== '-' && <bdi className={classes.note}>@{username}</bdi>}
          {discord !== '-' && <bdi className={classes.note}>Discord: {discord}</bdi>}
        </div>
        <RoleCell user={user} />
      </div>
      {tiles}
    </>
  )
}
