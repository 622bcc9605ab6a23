import type { Actor } from '@shop/shared/kernel/define-command.ts'

/** False for a consignor who never was an admin: open sign-up makes such a person of any stranger. */
export const wasEverAdmin = ({ role, wasAdmin }: Pick<Actor, 'role' | 'wasAdmin'>): boolean => role !== 'user' || wasAdmin
