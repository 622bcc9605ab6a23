import type { User } from '../schema.ts'

/** True while the account is open. */
export const isOpen = (user: Pick<User, 'closedAtMs'>): boolean => user.closedAtMs === null

/** Turns a profile into that of a closed account. E-mail and name stay for the books; username, picture and chat link are removed. */
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
