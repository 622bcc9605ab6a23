import type { Platform } from '../../platform/platform.ts'
import type { Config } from '../config.ts'

/** Environment and output of a command-line program. */
export type Surroundings = { readonly env: Readonly<Record<string, string | undefined>>; readonly say: Pick<Console, 'log' | 'error'> }

/** Runs a command and answers the exit code. */
export type AdminCommand = (platform: Platform, say: Surroundings['say'], config: Config) => Promise<number>
