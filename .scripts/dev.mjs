// `npm run dev`: restarts the server and reloads the app as their sources change. The app is at Vite's address, which proxies /api to the server.
import { spawn } from 'node:child_process'
import { at } from './lib/project.mjs'

const programs = [
  {
    name: 'server',
    script: 'node_modules/tsx/dist/cli.mjs',
    args: ['watch', '--clear-screen=false', 'src/app/main.ts', ...process.argv.slice(2)],
    cwd: 'sync-server',
  },
  { name: 'app', script: 'node_modules/vite/bin/vite.js', args: [], cwd: 'pwa' },
]

let ending = false
const children = programs.map(({ name, script, args, cwd }) => {
  // Uses the data folder of `npm start`, not one in the server's package.
  const env = { ...process.env, DATA_DIR: process.env.DATA_DIR ?? at('data') }
  const child = spawn(process.execPath, [at(script), ...args], { cwd: at(cwd), env, stdio: 'inherit' })
  child.on('exit', (code) => {
    if (!ending) console.error(`The ${name} ended with code ${code}`)
    end(code ?? 1)
  })
  return child
})

/** Stops both programs, because one of them alone is of no use. @param {number} code */
function end(code) {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
