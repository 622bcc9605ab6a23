import { cpus } from 'node:os'
import { BenchBrowser, buildPage } from './browser.ts'
import { benchStore, type StoreBench } from './store.ts'
import { benchPoke } from './two-tills.ts'

const storeBenches: readonly StoreBench[] = ['first-sync', 'cold-open', 'search', 'sale']

// `npm run bench -- pwa search` runs only the bench it names.
const wanted = process.argv.slice(2)
const wants = (bench: StoreBench | 'poke') => wanted.length === 0 || wanted.includes(bench)

const script = await buildPage()
const browser = await BenchBrowser.launch()
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`
console.log(`\n## App, ${new Date().toISOString().slice(0, 10)}, Chromium ${browser.version()}, ${machine}`)
try {
  if (storeBenches.some(wants)) await benchStore(browser, script, wants)
} finally {
  await browser.close()
}
if (wants('poke')) await benchPoke(script)
