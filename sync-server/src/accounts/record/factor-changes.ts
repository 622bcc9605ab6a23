/** What the security record says about a changed second step. A restore reads it again. */
export const FACTOR_CHANGES = {
  codesOn: 'app codes switched on',
  codesOff: 'app codes switched off',
  newRecoveryCodes: 'new recovery codes',
  passkeyAdded: 'passkey added',
  passkeyRemoved: 'passkey removed',
} as const
