import { commands } from '@shop/shared/registry.ts'

const SIGNS_IN = 'is about how people sign in, which the simulated shop does not have'
const ERASES = 'takes a person out of rows that every law here compares; erasure.test.ts'
const SETS_NO_MONEY = 'changes neither stock nor money nor trades, and waits for an oracle of plain fields'

/** The commands that no history runs, each with the reason. A new command belongs into a history or, with a reason, here. */
export const NOT_SIMULATED: Readonly<Record<string, string>> = {
  'accounts.addAddress': SETS_NO_MONEY,
  'accounts.addEarlier': 'each history begins with earlier accounts',
  'accounts.changeRole': 'the simulated shop changes roles as its command line does',
  'accounts.confirmHost': SIGNS_IN,
  'accounts.editAddress': SETS_NO_MONEY,
  'accounts.editProfile': SETS_NO_MONEY,
  'accounts.editUser': SETS_NO_MONEY,
  'accounts.erase': ERASES,
  'accounts.eraseTraces': ERASES,
  'accounts.linkDiscordAccount': SIGNS_IN,
  'accounts.proveEmail': SIGNS_IN,
  'accounts.register': SIGNS_IN,
  'accounts.removeAddress': SETS_NO_MONEY,
  'accounts.removeHost': SIGNS_IN,
  'accounts.resetSecondFactor': SIGNS_IN,
  'accounts.setDefaultAddress': SETS_NO_MONEY,
  'accounts.setFactorDemand': SIGNS_IN,
  'accounts.setPhoto': SETS_NO_MONEY,
  'accounts.setSignUpRule': SIGNS_IN,
  'accounts.setUp': 'each history begins with a shop that is set up',
  'accounts.setUsername': SETS_NO_MONEY,
  'accounts.vouchForEmail': SIGNS_IN,
  'inventory.addCategory': SETS_NO_MONEY,
  'inventory.editCategory': SETS_NO_MONEY,
  'inventory.removeCategory': SETS_NO_MONEY,
  'mail.noteSecretShown': 'writes an audit entry alone',
  'pos.removeEndedCarts': 'removes carts after a month, longer than a history',
  'sales.noteBooksCheck': 'notes what the server’s nightly check found',
  'settings.change': SETS_NO_MONEY,
  'settings.noteRestoreConfirmed': 'writes an audit entry alone',
  'settings.noteRestoreReport': 'writes an audit entry alone',
  'shipments.addLabel': SETS_NO_MONEY,
  'shipments.edit': SETS_NO_MONEY,
  'shipments.remove': SETS_NO_MONEY,
  'shipments.removeLabel': SETS_NO_MONEY,
  'shipments.setStatus': SETS_NO_MONEY,
  'shipments.submit': SETS_NO_MONEY,
  'shipments.takeLabel': SETS_NO_MONEY,
}

/** The commands that histories must run. */
export const SIMULATED: readonly string[] = commands.flatMap(({ name }) => (name in NOT_SIMULATED ? [] : [name]))
