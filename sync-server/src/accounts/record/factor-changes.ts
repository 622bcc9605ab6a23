/** The words by which the security record names each change of a second step. A restore reads these words. */
export const FACTOR_CHANGES = {
  codesOn: 'app codes switched on',
  codesOff: 'app codes switched off',
  newRecoveryCodes: 'new recovery codes',
  passkeyAdded: 'passkey added',
  passkeyRemoved: 'passkey removed',
  allRemoved: 'removed on the shop’s machine',
} as const

/** A change of a second step. */
export type FactorChange = keyof typeof FACTOR_CHANGES
