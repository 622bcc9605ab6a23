import type { User } from '@shop/shared/accounts/schema.ts'
import type { ReactNode } from 'react'
import classes from './administration.module.css'
import { RoleCell } from './person-columns.tsx'
import { shownDiscord, shownDisplayName, shownUsername } from './person-list.ts'

/** A person on a phone: only what there is. */
export function PersonCard({ user, tiles }: { readonly user: User; readonly tiles: ReactNode }) {
  const [username, discord] = [shownUsername(user), shownDiscord(user)]
  return (
    <>
      <div className={classes.cardHead}>
        <div className={classes.main}>
          <bdi className={classes.name}>{shownDisplayName(user) === '-' ? user.email || '-' : shownDisplayName(user)}</bdi>
          {shownDisplayName(user) !== '-' && user.email !== '' && <bdi className={classes.note}>{user.email}</bdi>}
          {username !== '-' && <bdi className={classes.note}>@{username}</bdi>}
          {discord !== '-' && <bdi className={classes.note}>Discord: {discord}</bdi>}
        </div>
        <RoleCell user={user} />
      </div>
      {tiles}
    </>
  )
}
