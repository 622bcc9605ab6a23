import { existsSync } from 'node:fs'
import { installFromDebian, lastWords, places } from './programs.mjs'

const programs = () => [
  process.env.WEBKIT_DRIVER_PATH ?? places(['WebKitWebDriver']).find((path) => existsSync(path)),
  process.env.XVFB_PATH ?? places(['Xvfb']).find((path) => existsSync(path)),
]

/** The variables that name WebKit's driver and its virtual screen. Debian's packages are installed where they are missing and can be. Only Linux has
 * this WebKit; elsewhere the tests leave it out. @returns {Promise<NodeJS.ProcessEnv>} */
export async function findOrInstallWebKit() {
  if (process.platform !== 'linux') return {}
  let [driver, screen] = programs()
  let said
  if (!driver || !screen) {
    console.log('Installing WebKit for the step engines (Debian packages webkit2gtk-driver and xvfb)')
    said = lastWords(await installFromDebian('webkit2gtk-driver', 'xvfb'))
    ;[driver, screen] = programs()
  }
  if (driver && screen) return { WEBKIT_DRIVER_PATH: driver, XVFB_PATH: screen }
  throw new Error(
    `No WebKit was found and none could be installed. Install it (as root: apt-get install webkit2gtk-driver xvfb).\n${said ?? ''}`,
  )
}
