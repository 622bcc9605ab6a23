import { users } from '@shop/shared/accounts/schema.ts'
import type { AnyCall, InputOf, OutputOf } from '@shop/shared/kernel/define-call.ts'
import { Refusal } from '@shop/shared/kernel/errors.ts'
import { SHOP_SETTINGS_ID, type ShopSettings, settings } from '@shop/shared/settings/schema.ts'
import type { SyncEngine } from '../engine/engine.ts'
import type { DeviceState } from '../engine/engine-status.ts'
import type { LocalSettings } from '../engine/local-settings.ts'
import { exportPending, leftBehind } from '../engine/pending-work.ts'
import { startSyncing } from '../engine/sync-loop.ts'
import { fileOf } from '../engine/transfer.ts'
import type { IndexedDbOptions } from '../ports/browser-database.ts'
import { consoleLog } from '../ports/browser-ports.ts'
import { type LeftBehind, NOTHING_LEFT, type SessionState, type SessionUser, type SignOutOutcome } from '../ports/contract.ts'
import { Observable } from '../ports/observable.ts'
import { applyUpdate, opensOffline, updateWaits } from '../worker/service-worker-client.ts'
import { type CallOptions, makeCall } from './call.ts'
import { DeviceSession } from './device-session.ts'
import { endSession, fetchProfile, type Profile, passwordSignIn } from './identity.ts'
import { dropErased, forgetTab, retryLeft, sealLeft } from './left-people.ts'
import { askForSignIn, type NewAccount, type NewSignIn } from './new-sign-in.ts'
import { Proofs } from './proofs.ts'
import { endedBy, LACKS_MEMBERSHIP, profileOf, SHUT_OUT, SIGNED_OUT, tooLongAlone } from './session-state.ts'
import { hasOpenCart, openUserEngine } from './user-engine.ts'

/** Shortest interval between checks of the profile when the app comes to the front or the network changes. */
const VERIFY_EVERY_MS = 60_000
/** Shortest interval between checks of the profile when sync is refused. */
const SHUT_OUT_VERIFY_MS = 5_000
/** Minimum time between two checks for erased people on this device; a refused sign-in triggers a check immediately. */
const ASK_ERASED_MS = 86_400_000

/** The sign-in of this device, and the engine of the person who is signed in. Each page has one object of this class. */
export class BrowserSync {
  readonly session = new Observable<SessionState>({ ...SIGNED_OUT, status: 'loading' })
  readonly user = new Observable<SyncEngine | null>(null)
  readonly update = updateWaits
  readonly applyUpdate = applyUpdate
  /** Counts actions that the server refused because the sign-in had ended, while no open cart of this device had lines. */
  readonly signInRequired = new Observable(0)
  readonly proofs = new Proofs()
  private readonly device = new Observable<DeviceState>({
    persisted: null,
    secureContext: window.isSecureContext,
    opensOffline: opensOffline.get(),
    updateReady: updateWaits.get(),
  })
  private readonly siblings = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('consign-device')
  private readonly signIns: DeviceSession
  /** The opening under way. A later opening or closing cancels it. */
  private opening: { readonly uid: string; readonly ended: Promise<void> } | null = null
  private verifiedAtMs = 0
  private askedErasedAtMs = 0
  private checking: ReturnType<typeof setTimeout> | undefined
  private readonly ending = new AbortController()

  /** `storage`: an IndexedDB in place of the browser's own. */
  constructor(readonly storage: IndexedDbOptions = {}) {
    this.signIns = new DeviceSession(storage)
  }

  /** Preferences of the device, whoever is signed in. */
  get deviceSettings(): LocalSettings {
    return this.signIns.settings
  }

  private get stored() {
    return this.signIns.stored
  }

  /** The person whose data is closed on this device: the server locked the account, or the device was offline for too long. */
  get closedUid(): string | null {
    const isClosed = this.session.get().lockReason !== null && this.signIns.outsider === null && this.user.get() === null
    return isClosed ? (this.stored?.user.uid ?? null) : null
  }

  /** Opens this device's data. Waits for the server only while the data is locked. */
  async open(): Promise<void> {
    const { signal } = this.ending
    const endings = [
      updateWaits.subscribe(() => this.device.patch({ updateReady: updateWaits.get() })),
      opensOffline.subscribe(() => this.device.patch({ opensOffline: opensOffline.get() })),
    ]
    for (const end of endings) signal.addEventListener('abort', end)
    this.siblings?.addEventListener('message', () => void this.followSiblings().catch(consoleLog), { signal })
    // losing the network matters too: a stream that hangs counts as dead only after a minute
    for (const event of ['online', 'offline', 'focus']) window.addEventListener(event, () => this.onReturn(), { signal })
    window.addEventListener('appinstalled', () => void this.askForPersistence(), { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.onReturn(), { signal })
    await this.signIns.open()
    await this.openStored()
    // cleans up after an earlier release, or after a browser that was closed during a sign-out
    void sealLeft(this.signIns, this.storage)
  }

  /** Disconnects this page; the device stays as it is. */
  close(): void {
    clearTimeout(this.checking)
    this.ending.abort()
    this.siblings?.close()
    this.closeUser()
  }

  private async openStored(): Promise<void> {
    const { stored } = this
    if (this.signIns.outsider !== null) return this.session.set(LACKS_MEMBERSHIP)
    if (!stored) return this.session.set(SIGNED_OUT)
    const reason = stored.lockReason ?? tooLongAlone(stored)
    if (reason) {
      this.session.set({ ...SIGNED_OUT, lockReason: reason, lockCode: stored.lockCode ?? null })
      return this.verify()
    }
    await this.openUser(stored.user)
    void this.verify()
  }

  private openUser(user: SessionUser): Promise<void> {
    this.closeUser()
    const isWanted = () => this.opening === opening
    const ended = this.openData(user, isWanted).finally(() => {
      if (isWanted()) this.opening = null
    })
    const opening = { uid: user.uid, ended }
    this.opening = opening
    return ended
  }

  private async openData(user: SessionUser, isWanted: () => boolean): Promise<void> {
    const opened = await openUserEngine(user, {
      storage: this.storage,
      device: this.device,
      token: () => this.signIns.tokenOf(user.uid),
      onContact: (token) => this.signIns.noteContact(token),
    })
    // an engine that is no longer wanted must not sync, because it would hold the lock that the wanted engine needs
    if (!isWanted()) return opened.stop()
    opened.onChange(({ collections }) => {
      if (collections.has(users.name) || collections.has(settings.name)) this.followRows(opened)
    })
    const { status } = opened.board
    let wasSignInNeeded = false
    status.subscribe(() => {
      const { trouble, signInNeeded } = status.get()
      const isRefused = (signInNeeded && !wasSignInNeeded) || (trouble !== null && SHUT_OUT.has(trouble.code))
      wasSignInNeeded = signInNeeded
      if (isRefused && this.user.get() === opened) this.verifySoon()
    })
    this.user.set(opened)
    this.followRows(opened)
    this.session.set({ ...SIGNED_OUT, status: 'signedIn', user: this.stored?.user ?? user })
    startSyncing(opened)
    void this.askForPersistence()
  }

  private closeUser(): void {
    this.opening = null
    const opened = this.user.get()
    this.user.set(null)
    opened?.stop()
  }

  /** Updates the stored name, role and allowed days offline from the rows. The days are the server's, because whoever holds the device could queue
   *  more days offline. */
  private followRows(opened: SyncEngine): void {
    const { stored } = this
    if (!stored) return
    const row = opened.view.get(users, stored.user.uid)
    const confirmed = opened.replica.rows.get(settings, SHOP_SETTINGS_ID) as ShopSettings | undefined
    const offlineDays = confirmed?.offlineDays ?? stored.offlineDays
    const user = row ? profileOf(row) : stored.user
    if (offlineDays === stored.offlineDays && JSON.stringify(user) === JSON.stringify(stored.user)) return
    this.session.patch({ user })
    void this.signIns.note({ user, offlineDays })
  }

  /** Checks the profile after sync was refused, at most every SHUT_OUT_VERIFY_MS. */
  private verifySoon(): void {
    clearTimeout(this.checking)
    this.checking = setTimeout(() => void this.verify(), SHUT_OUT_VERIFY_MS - Math.abs(Date.now() - this.verifiedAtMs))
  }

  /** Asks the server whether this sign-in is still valid. Without an answer nothing changes. */
  private async verify(): Promise<void> {
    const { stored } = this
    if (!stored) return
    this.verifiedAtMs = Date.now()
    try {
      const profile = await this.profileOf(stored.token)
      // a person who signed out meanwhile stays signed out
      if (this.stored?.token === stored.token) await this.accept(stored.token, profile)
      if (Date.now() - this.askedErasedAtMs > ASK_ERASED_MS) void this.dropErased().catch(consoleLog)
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || this.stored?.token !== stored.token) return
      // without an answer, ask again as soon as the device is connected
      if (thrown.code === 'OFFLINE') this.verifiedAtMs = 0
      if (thrown.status === 401) await this.signInEnded(stored.token)
      else if (thrown.status === 403) await this.lock(thrown)
    }
  }

  /** Handles a sign-in that the server refuses. Signs out an erased person, one whose session somebody ended, and one who waits for a membership.
   *  Otherwise the status asks for a new sign-in, and nobody is interrupted. Answers true after a sign-out. */
  private async signInEnded(token: string | null): Promise<boolean> {
    if (token === this.stored?.token && (await this.dropErased())) return true
    if (this.session.get().lockCode !== LACKS_MEMBERSHIP.lockCode) {
      this.user.get()?.board.noteLeader({ signInNeeded: true })
      return false
    }
    if (token === this.signIns.token) await this.forget()
    return true
  }

  /** Removes the data of erased people. Signs out and answers true if the signed-in person is one of them, or somebody ended their session. */
  private dropErased(): Promise<boolean> {
    this.askedErasedAtMs = Date.now()
    return dropErased(this.signIns, this.storage, (ending) => this.forget(endedBy(ending)))
  }

  /** Locks this person's data on this device; outbox and rows stay until the person is let in again. */
  private async lock({ message, code }: Refusal): Promise<void> {
    const locked = { lockReason: message || 'Domain access denied', lockCode: code }
    await this.signIns.note(locked)
    this.closeUser()
    this.session.set({ ...SIGNED_OUT, ...locked })
    this.tellSiblings()
  }

  /** Reads the profile of a token's owner, and marks refused work for another try. The caller stores the sign-in only afterwards, so that after a
   *  failed marking the next sign-in marks the work again. */
  private async profileOf(token: string): Promise<Profile> {
    const profile = await fetchProfile(this.callOptions(token))
    await retryLeft(this.signIns, this.storage, { token, ...profile })
    return profile
  }

  /** Stores and shows a sign-in that the server accepted. */
  private async accept(token: string, { user, offlineDays, sealingKey }: Profile): Promise<void> {
    const before = this.stored
    const isSame = before?.user.uid === user.uid
    await this.signIns.keep({ token, user, lastContactAtMs: Date.now(), offlineDays, lockReason: null })
    await this.signIns.keepOutsider(null)
    const isNewKey = await this.signIns.keepSealingKey(sealingKey)
    if (this.stored?.token !== token) return
    const opened = this.user.get()
    if (opened?.uid !== user.uid && this.opening?.uid !== user.uid) await this.openUser(user)
    else if (!opened) await this.opening?.ended
    else {
      this.session.set({ ...SIGNED_OUT, status: 'signedIn', user })
      if (isNewKey || before?.token !== token || opened.board.status.get().signInNeeded) {
        opened.board.noteLeader({ signInNeeded: false })
        opened.wake()
      }
    }
    if (before?.token !== token || !isSame) this.tellSiblings()
    if (!isSame) void sealLeft(this.signIns, this.storage)
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.begin(await (await passwordSignIn()).fetchToken(email, password, this.signIns.knownDevice, this.callOptions(null)))
  }

  async signUp(account: NewAccount): Promise<void> {
    await this.begin(await (await passwordSignIn()).makeAccount(account, this.callOptions(null)))
  }

  /** Signs in by another way: set-up, a second step, a passkey, a provider. */
  async signInBy(ask: Parameters<typeof askForSignIn>[0]): Promise<void> {
    await this.begin(await askForSignIn(ask, this.signIns.knownDevice))
  }

  private async begin({ token, knownDevice }: NewSignIn): Promise<void> {
    if (knownDevice !== null) await this.signIns.keepKnownDevice(knownDevice)
    await this.enter(token, () => true)
  }

  /** Sets a password by a mailed link. From then on the server knows this device, unless the account has a second step and the device is new to it. */
  async resetPassword(token: string, newPassword: string): Promise<void> {
    const known = await (await passwordSignIn()).resetPassword(token, newPassword, this.signIns.knownDevice, this.callOptions(null))
    if (known !== undefined) await this.signIns.keepKnownDevice(known)
  }

  /** Signs in with a token, if `isWanted` still answers true once the server has answered. */
  private async enter(token: string, isWanted: () => boolean): Promise<void> {
    try {
      const profile = await this.profileOf(token)
      if (isWanted()) await this.accept(token, profile)
    } catch (thrown) {
      // tell the person why they may not use this shop, and leave nothing of theirs open
      if (thrown instanceof Refusal && thrown.status === 403) await this.turnAway(token, thrown)
      throw thrown
    }
  }

  /** Turns away a person who signed in but may not enter. A person without a membership can get one, and stays signed in to do that. */
  private async turnAway(token: string, { code, message }: Refusal): Promise<void> {
    if (code !== LACKS_MEMBERSHIP.lockCode) {
      this.session.patch({ lockReason: message || 'Domain access denied', lockCode: code })
      return endSession(this.callOptions(token))
    }
    this.closeUser()
    await this.signIns.keepOutsider(token)
    this.session.set({ ...LACKS_MEMBERSHIP, lockReason: message })
    this.tellSiblings()
  }

  async signOut({ keep = false }: { keep?: boolean } = {}): Promise<SignOutOutcome> {
    const left = keep || this.signIns.outsider !== null ? NOTHING_LEFT : await this.leftBehind()
    if (left.unsynced > 0) return { done: false, ...left }
    const { token } = this.signIns
    const wasSomebody = this.signIns.outsider === null
    await this.forget()
    await Promise.all([
      token === null ? undefined : endSession(this.callOptions(token)),
      wasSomebody ? sealLeft(this.signIns, this.storage, { andPictures: true }) : undefined,
    ])
    return { done: true }
  }

  /** Counts the work that the signed-in person would leave on this device, even while their data is locked. */
  private async leftBehind(): Promise<LeftBehind> {
    const opened = this.user.get()
    if (opened) return leftBehind(opened)
    if (!this.stored) return NOTHING_LEFT
    const { leftInClosed } = await import('./closed-work.ts')
    return leftInClosed(this.stored.user.uid, this.storage)
  }

  /** Exports the signed-in person's work that the server does not have yet, except sealed work. Works while the data is locked too. */
  async exportPending(): Promise<Blob> {
    const opened = this.user.get()
    if (opened) return fileOf(await exportPending(opened))
    if (!this.stored) throw new Error('nobody is signed in')
    const { exportClosed } = await import('./closed-work.ts')
    return exportClosed(this.stored.user.uid, this.storage)
  }

  /** Forgets the sign-in; the person's work stays in their database. If a person without a membership leaves, shows the previous sign-in. */
  private async forget(after = SIGNED_OUT): Promise<void> {
    if (this.signIns.outsider !== null) {
      await this.signIns.keepOutsider(null)
      await this.openStored()
    } else {
      this.closeUser()
      await this.signIns.keep(null)
      this.session.set(after)
    }
    this.tellSiblings()
  }

  async refreshProfile(): Promise<void> {
    const { outsider } = this.signIns
    if (outsider === null) return this.verify()
    await this.enter(outsider, () => this.signIns.outsider === outsider).catch(async (thrown: unknown) => {
      // otherwise the person still waits for a membership, as the session already shows
      if (thrown instanceof Refusal && thrown.status === 401) await this.signInEnded(outsider)
    })
  }

  async call<C extends AnyCall>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const { token } = this.signIns
    try {
      return await makeCall(call, input, this.callOptions(token))
    } catch (thrown) {
      if (thrown instanceof Refusal && thrown.status === 401 && call.access !== 'public') {
        if (!(await this.signInEnded(token)) && !hasOpenCart(this.user.get())) this.signInRequired.set(this.signInRequired.get() + 1)
      }
      throw thrown
    }
  }

  private async followSiblings(): Promise<void> {
    const [before, outsiderBefore] = [this.stored, this.signIns.outsider]
    await this.signIns.read()
    const after = this.stored
    const isOther = before?.user.uid !== after?.user.uid || before?.lockReason !== after?.lockReason
    if (isOther || outsiderBefore !== this.signIns.outsider) {
      this.closeUser()
      if (before !== null && before.user.uid !== after?.user.uid) forgetTab()
      await this.openStored()
    } else if (before?.token !== after?.token) this.user.get()?.wake()
  }

  private tellSiblings(): void {
    if (!this.ending.signal.aborted) this.siblings?.postMessage('session')
  }

  private onReturn(): void {
    this.user.get()?.wake()
    if (Math.abs(Date.now() - this.verifiedAtMs) > VERIFY_EVERY_MS) void this.verify()
  }

  private callOptions(token: string | null): CallOptions {
    return { token, onContact: () => this.signIns.noteContact(token) }
  }

  private async askForPersistence(): Promise<void> {
    if (!navigator.storage?.persist) return
    const persisted = (await navigator.storage.persisted()) || (await navigator.storage.persist())
    this.device.patch({ persisted })
  }
}
