import type { Actor } from '@shop/shared/kernel/define-command.ts'

/** The server itself, where it runs commands of its own: set-up, registration, the command line. */
export const SYSTEM: Actor = { uid: 'system', role: 'system', wasAdmin: false }
