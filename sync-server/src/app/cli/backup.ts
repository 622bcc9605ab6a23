import { runBackup } from './backup-commands.ts'

process.exitCode = await runBackup(process.argv.slice(2))
