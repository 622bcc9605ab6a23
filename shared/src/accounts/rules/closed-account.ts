import type { User } from '../schema.ts'

/** Is this account still somebody's? */
export const isOpen = (user: Pick<User, 'closedAtMs'>): boolean => user.closedAtMs === null

/** The profile of an account that is closed: nobody signs in to it any more. E-mail and name stay for the books; what the person may want to use again
 *  (the username) and what is theirs alone (picture, chat link) goes. */
export function closed(user: User, nowMs: number): User {
  return {
    ...user,
    username: null,
    role: 'user',
    adminUntilMs: user.role === 'admin' ? nowMs : user.adminUntilMs,
    photoUrl: '',
    discordId: '',
    discordUsername: '',
    discordLinkedAtMs: null,
    discordNotificationsEnabled: false,
    emailNotificationsEnabled: false,
    whopBypass: false,
    closedAtMs: nowMs,
  }
}
