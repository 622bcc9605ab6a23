import type { User } from '../schema.ts'

/** True while the account is open. */
export const isOpen = (user: Pick<User, 'closedAtMs'>): boolean => user.closedAtMs === null

/** Profile of a closed account, to which nobody signs in. E-mail and name stay for the books; the username becomes free, and picture and chat link
 *  are removed. */
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
