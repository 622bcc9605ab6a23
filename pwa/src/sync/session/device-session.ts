import { KNOWN_DEVICE_TOKENS_MAX } from '@shop/shared/kernel/limits.ts'
import { LocalSettings } from '../engine/local-settings.ts'
import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { consoleLog } from '../ports/browser-ports.ts'
import {
  type DeviceStore,
  FleetingDeviceStore,
  IndexedDbDeviceStore,
  KNOWN_DEVICE_KEY,
  OUTSIDER_KEY,
  SEALING_KEY,
  SESSION_KEY,
  type StoredSession,
} from '../store/device-store.ts'

/** Shortest interval between two writes of the last contact to the disk. */
const CONTACT_NOTE_MS = 60_000
/** Stored values other than preferences. */
const OWN_KEYS: ReadonlySet<string> = new Set([SESSION_KEY, OUTSIDER_KEY, SEALING_KEY, KNOWN_DEVICE_KEY])

/** The sign-in of this device, in the memory of this page and on the disk. Other pages change the disk too. A value that cannot be written lasts as
 *  long as the page. */
export class DeviceSession {
  private store: DeviceStore
  private signedIn: StoredSession | null = null
  private outsiderToken: string | null = null
  private knownSealingKey: string | null = null
  private knownTokens: string | null = null
  /** Preferences of the device, whoever is signed in. */
  readonly settings = new LocalSettings(
    { read: (key) => this.store.follow(key), write: (key, value) => this.store.change(key, () => value) },
    consoleLog,
  )

  constructor(storage: IndexedDbOptions) {
    this.store = new IndexedDbDeviceStore(storage)
  }

  get stored(): StoredSession | null {
    return this.signedIn
  }

  /** Token of a person who signed in without a membership. With this token the app asks whether the person is a member by now. */
  get outsider(): string | null {
    return this.outsiderToken
  }

  /** The server's public key for work that stays here after a sign-out; null until it was received. */
  get sealingKey(): string | null {
    return this.knownSealingKey
  }

  /** Tokens by which the server knows to which accounts this device signed in before, separated by spaces, the latest first. */
  get knownDevice(): string | null {
    return this.knownTokens
  }

  /** Token for calls. */
  get token(): string | null {
    return this.outsiderToken ?? this.signedIn?.token ?? null
  }

  /** Token for syncing this person's data; null when this person is no longer signed in. */
  tokenOf(uid: string): string | null {
    return this.signedIn?.user.uid === uid ? this.signedIn.token : null
  }

  /** Reads the disk. If that fails, this page keeps its values only in memory. */
  async open(): Promise<void> {
    return this.read().catch((thrown: unknown) => {
      consoleLog('the device’s database cannot be opened', thrown)
      this.store = new FleetingDeviceStore()
    })
  }

  /** Reads the disk again. A sign-in, outsider's token or preference that this page writes meanwhile takes precedence. Rejects and changes nothing
   *  when the disk cannot be read. */
  async read(): Promise<void> {
    for (;;) {
      const { signedIn, outsiderToken } = this
      const values = await this.store.readAll()
      if (signedIn !== this.signedIn || outsiderToken !== this.outsiderToken) continue
      this.signedIn = (values.get(SESSION_KEY) as StoredSession | undefined) ?? null
      this.outsiderToken = (values.get(OUTSIDER_KEY) as string | undefined) ?? null
      this.knownSealingKey = (values.get(SEALING_KEY) as string | undefined) ?? this.knownSealingKey
      this.knownTokens = (values.get(KNOWN_DEVICE_KEY) as string | undefined) ?? this.knownTokens
      for (const [key, value] of values) if (!OWN_KEYS.has(key)) this.settings.take(key, value)
      return
    }
  }

  /** Stores a sign-in, or a sign-out as null. */
  async keep(session: StoredSession | null): Promise<void> {
    this.signedIn = session
    await this.write(SESSION_KEY, session)
  }

  async keepOutsider(token: string | null): Promise<void> {
    if (this.outsiderToken === token) return
    this.outsiderToken = token
    await this.write(OUTSIDER_KEY, token)
  }

  /** True for a public key that this device does not have yet. */
  isNewKey(key: string | undefined): boolean {
    return key !== undefined && this.knownSealingKey !== key
  }

  /** Stores the server's public key, which servers of earlier releases do not have. Answers true if the key is new. */
  async keepSealingKey(key: string | undefined): Promise<boolean> {
    if (key === undefined || !this.isNewKey(key)) return false
    this.knownSealingKey = key
    await this.write(SEALING_KEY, key)
    return true
  }

  /** Id of the signed-in person, read from the disk because another page may just have changed it. Rejects when the disk cannot be read, because that
   *  does not mean a sign-out. */
  async uidOnDisk(): Promise<string | null> {
    if (this.store instanceof FleetingDeviceStore) throw new Error('the sign-in of this device cannot be read')
    const session = (await this.store.read(SESSION_KEY)) as StoredSession | undefined
    return session?.user.uid ?? null
  }

  /** Keeps the device's token for an account, which outlives each sign-in. */
  async keepKnownDevice(token: string): Promise<void> {
    const others = (this.knownTokens ?? '').split(' ').filter((one) => one !== '' && one !== token)
    const tokens = [token, ...others].slice(0, KNOWN_DEVICE_TOKENS_MAX).join(' ')
    if (this.knownTokens === tokens) return
    this.knownTokens = tokens
    await this.write(KNOWN_DEVICE_KEY, tokens)
  }

  /** Changes fields of the sign-in; on the disk, only if no other page has ended or replaced the sign-in meanwhile. */
  async note(fields: Partial<Omit<StoredSession, 'token'>>): Promise<void> {
    const { signedIn } = this
    if (!signedIn) return
    this.signedIn = { ...signedIn, ...fields }
    const change = (now: unknown) =>
      (now as StoredSession | undefined)?.token === signedIn.token ? { ...(now as StoredSession), ...fields } : now
    await this.store.change(SESSION_KEY, change).catch(logUnwritten)
  }

  /** Notes that the server accepted a token. Only the token of the stored sign-in counts. */
  noteContact(token: string | null): void {
    const { signedIn } = this
    if (signedIn && signedIn.token === token && Math.abs(Date.now() - signedIn.lastContactAtMs) >= CONTACT_NOTE_MS)
      void this.note({ lastContactAtMs: Date.now() })
  }

  private write(key: string, value: unknown): Promise<void> {
    return this.store.change(key, () => value ?? undefined).catch(logUnwritten)
  }
}

const logUnwritten = (thrown: unknown) => consoleLog('the sign-in cannot be stored on this device', thrown)
