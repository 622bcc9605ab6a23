import type { Actor } from '@shop/shared/kernel/define-command.ts'

/** Actor of the server's own commands: set-up, registration, the command line. */
export const SYSTEM: Actor = { uid: 'system', role: 'system', wasAdmin: false }
