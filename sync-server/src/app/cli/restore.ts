import { runRestore } from './backup-commands.ts'

process.exitCode = await runRestore(process.argv.slice(2))
