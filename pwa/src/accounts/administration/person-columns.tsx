import type { User } from '@shop/shared/accounts/schema.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { Tag } from '../../ui/tag.tsx'
import classes from './administration.module.css'
import { shownDiscord, shownDisplayName, shownUsername } from './person-list.ts'

const text = (value: string) => (
  <span className={classes.text} title={value}>
    <bdi>{value}</bdi>
  </span>
)

/** The columns of spec §2. */
export const PERSON_COLUMNS: readonly Column<User>[] = [
  {
    key: 'email',
    header: 'Email',
    width: 'minmax(10rem, 1.6fr)',
    card: 'title',
    isSortable: true,
    cell: (user) => text(user.email || '-'),
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

/** The role, or that there is no role because nobody signs in. */
export function RoleCell({ user }: { readonly user: User }) {
  if (user.closedAtMs !== null) return <Tag tone="warn">Closed</Tag>
  if (user.isEarlier) return <Tag>No sign-in</Tag>
  return user.role === 'admin' ? <Tag tone="info">admin</Tag> : <span>user</span>
}
