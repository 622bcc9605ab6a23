import type { Actor } from '@shop/shared/kernel/define-command.ts'

/** False for a consignor who never was an admin. With open sign-ups, every stranger can become such a person. */
export const wasEverAdmin = ({ role, wasAdmin }: Pick<Actor, 'role' | 'wasAdmin'>): boolean => role !== 'user' || wasAdmin
