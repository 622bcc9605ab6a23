import type { Actor } from '@shop/shared/kernel/define-command.ts'

/** The actor of the server's own commands, such as the set-up, registrations and the command line. */
export const SYSTEM: Actor = { uid: 'system', role: 'system', wasAdmin: false }
