import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { consoleLog } from '../ports/browser-ports.ts'
import {
  type DeviceStore,
  FleetingDeviceStore,
  IndexedDbDeviceStore,
  OUTSIDER_KEY,
  SESSION_KEY,
  type StoredSession,
} from '../store/device-store.ts'

/** Contact is noted on the disk at most this often. */
const CONTACT_NOTE_MS = 60_000

/** Who is signed in on this device, as this page knows it and as it lies on the disk, where the other pages write too. What cannot be written lasts as long
 *  as the page. */
export class DeviceSession {
  private store: DeviceStore
  private signedIn: StoredSession | null = null
  private outsiderToken: string | null = null

  constructor(storage: IndexedDbOptions) {
    this.store = new IndexedDbDeviceStore(storage)
  }

  get stored(): StoredSession | null {
    return this.signedIn
  }

  /** Somebody who signed in and lacks a membership: asked again with this token once they have one. */
  get outsider(): string | null {
    return this.outsiderToken
  }

  /** What calls are made with. */
  get token(): string | null {
    return this.outsiderToken ?? this.signedIn?.token ?? null
  }

  /** What this person's data is synced with: nobody else's token, whoever signed in meanwhile. */
  tokenOf(uid: string): string | null {
    return this.signedIn?.user.uid === uid ? this.signedIn.token : null
  }

  /** Reads what is on the disk. Answers what else lies there. */
  async open(): Promise<ReadonlyMap<string, unknown>> {
    return this.read().catch((thrown: unknown) => {
      consoleLog('the device’s database cannot be opened', thrown)
      this.store = new FleetingDeviceStore()
      return new Map<string, unknown>()
    })
  }

  /** The same once more, after another page wrote. What this page writes meanwhile is newer than what was read. Rejects, and changes nothing, when it cannot. */
  async read(): Promise<ReadonlyMap<string, unknown>> {
    for (;;) {
      const { signedIn, outsiderToken } = this
      const values = new Map(await this.store.readAll())
      if (signedIn !== this.signedIn || outsiderToken !== this.outsiderToken) continue
      this.signedIn = (values.get(SESSION_KEY) as StoredSession | undefined) ?? null
      this.outsiderToken = (values.get(OUTSIDER_KEY) as string | undefined) ?? null
      values.delete(SESSION_KEY)
      values.delete(OUTSIDER_KEY)
      return values
    }
  }

  /** Signs somebody in, or everybody out. */
  async keep(session: StoredSession | null): Promise<void> {
    this.signedIn = session
    await this.write(SESSION_KEY, session)
  }

  async keepOutsider(token: string | null): Promise<void> {
    if (this.outsiderToken === token) return
    this.outsiderToken = token
    await this.write(OUTSIDER_KEY, token)
  }

  /** Notes something about the sign-in. Where another page has ended or replaced it, that stands, also while this page has not heard of it. */
  async note(fields: Partial<Omit<StoredSession, 'token'>>): Promise<void> {
    const { signedIn } = this
    if (!signedIn) return
    this.signedIn = { ...signedIn, ...fields }
    const change = (now: unknown) =>
      (now as StoredSession | undefined)?.token === signedIn.token ? { ...(now as StoredSession), ...fields } : now
    await this.store.change(SESSION_KEY, change).catch(logUnwritten)
  }

  noteContact(): void {
    const { signedIn } = this
    if (signedIn && Math.abs(Date.now() - signedIn.lastContactAtMs) >= CONTACT_NOTE_MS) void this.note({ lastContactAtMs: Date.now() })
  }

  /** Reads a preference of the device for a live query. */
  follow(key: string): PromiseLike<unknown> {
    return this.store.follow(key)
  }

  /** Keeps a preference of the device. */
  saveSetting(key: string, value: unknown): Promise<void> {
    return this.store.change(key, () => value)
  }

  private write(key: string, value: unknown): Promise<void> {
    return this.store.change(key, () => value ?? undefined).catch(logUnwritten)
  }
}

const logUnwritten = (thrown: unknown) => consoleLog('the sign-in cannot be stored on this device', thrown)
