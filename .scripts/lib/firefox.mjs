import { firstThatAnswers, installFromDebian, lastWords, places } from './programs.mjs'

/** The Firefox that FIREFOX_PATH names, or one installed in the system. */
const find = () =>
  firstThatAnswers(
    [process.env.FIREFOX_PATH, ...places(['firefox-esr', 'firefox']), '/Applications/Firefox.app/Contents/MacOS/firefox'],
    /firefox/i,
  )

/** The variable that names the tests' Firefox. A missing one is installed where Debian's packages can be. @returns {Promise<NodeJS.ProcessEnv>} */
export async function findOrInstallFirefox() {
  const found = await find()
  if (found) return { FIREFOX_PATH: found }
  console.log('Installing Firefox for the step engines (Debian package firefox-esr)')
  const said = lastWords(await installFromDebian('firefox-esr'))
  const installed = await find()
  if (installed) return { FIREFOX_PATH: installed }
  throw new Error(
    `No Firefox was found and none could be installed. Install one (as root: apt-get install firefox-esr), or name it in FIREFOX_PATH.\n${said ?? ''}`,
  )
}
