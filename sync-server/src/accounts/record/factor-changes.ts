/** Words of the security record for each change of a second step. A restore reads them again. */
export const FACTOR_CHANGES = {
  codesOn: 'app codes switched on',
  codesOff: 'app codes switched off',
  newRecoveryCodes: 'new recovery codes',
  passkeyAdded: 'passkey added',
  passkeyRemoved: 'passkey removed',
  allRemoved: 'removed on the shop’s machine',
} as const
