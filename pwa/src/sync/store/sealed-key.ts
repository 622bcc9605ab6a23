// apart from the sealed parts themselves, because every start needs only this

/** Sealed parts are stored as settings, because every release of the app keeps settings that it does not know. */
const KEY_PREFIX = 'sealed/'

export const isSealedKey = (key: string): boolean => key.startsWith(KEY_PREFIX)

/** The key of one of the parts that a sign-out makes. */
export const sealedKey = (outboxVersion: number, nth: number): string => `${KEY_PREFIX}${outboxVersion}/${nth}`
