import { Dexie, type ObservabilitySet, RangeSet } from 'dexie'

/** Time that another tab may delay the opening before the database counts as blocked. */
const OPEN_TIMEOUT_MS = 10_000

/** An IndexedDB in place of the browser's own, for tests. */
export type IndexedDbOptions = { readonly indexedDB?: IDBFactory; readonly IDBKeyRange?: typeof IDBKeyRange }

type Options = IndexedDbOptions & {
  /** Writes the first records of a new database, in the transaction that creates it. */
  readonly onMade?: ((making: IDBTransaction) => void) | undefined
}

/** A database of this browser. Dexie opens it at the first use, creates its tables, lets another tab upgrade it, and opens it again after the browser
 *  closed it. */
export class BrowserDatabase {
  readonly dexie: Dexie
  private opening: Promise<IDBDatabase> | null = null
  private isClosed = false
  private readonly running = new Set<IDBTransaction>()

  /** `nativeVersion`: IndexedDB's own version number, ten times Dexie's. `tables`: each table's primary key and indexes, in Dexie's notation. */
  constructor(
    readonly name: string,
    nativeVersion: number,
    private readonly tables: Readonly<Record<string, string>>,
    { onMade, indexedDB, IDBKeyRange }: Options = {},
  ) {
    this.dexie = new Dexie(name, {
      ...(indexedDB && { indexedDB }),
      ...(IDBKeyRange && { IDBKeyRange }),
      cache: 'disabled',
      chromeTransactionDurability: 'strict',
    })
    this.dexie.version(nativeVersion / 10).stores({ ...tables })
    if (onMade) this.dexie.on('populate', ({ idbtrans }) => onMade(idbtrans))
    this.dexie.on('close', () => void (this.opening = null))
    // Dexie opens even a newer release's database, but this release cannot know what may be written there
    this.dexie.on(
      'ready',
      () => {
        this.follow(this.dexie.backendDB())
        if (this.dexie.backendDB().version > nativeVersion) throw new DOMException(`${name} belongs to a newer release`, 'VersionError')
      },
      true,
    )
    globalThis.window?.addEventListener('pagehide', this.onHide)
  }

  /** Ends the running transactions of a page that the browser suspends, to show it again when somebody goes back. WebKit would keep their locks: the
   *  page that follows would wait for its rows for ever. Whoever awaits an ended transaction tries again when the page is back. */
  private readonly onHide = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    for (const transaction of this.running) {
      try {
        transaction.abort()
      } catch {
        // it is committing, and needs no page to finish
      }
    }
  }

  /** Notes each transaction while it runs, Dexie's too. */
  private follow(handle: IDBDatabase): void {
    const { prototype } = handle.constructor as typeof IDBDatabase
    handle.transaction = (...args) => {
      const transaction = prototype.transaction.apply(handle, args)
      this.running.add(transaction)
      for (const ending of ['complete', 'abort']) transaction.addEventListener(ending, () => this.running.delete(transaction))
      return transaction
    }
  }

  /** Opens the database and returns the browser's own handle. Rejects when the browser refuses, when a newer release has upgraded the tables, or when
   *  another tab blocks the opening for too long. */
  handle(): Promise<IDBDatabase> {
    if (this.isClosed) return Promise.reject(new Error(`${this.name} was closed`))
    this.opening ??= this.open().catch((thrown: unknown) => {
      this.opening = null
      throw thrown
    })
    return this.opening
  }

  private open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new DOMException(`${this.name} is blocked by another tab`, 'TimeoutError')), OPEN_TIMEOUT_MS)
      const opened = () => {
        clearTimeout(timer)
        resolve(this.dexie.backendDB())
      }
      const refused = (thrown: unknown) => {
        clearTimeout(timer)
        reject(thrown)
      }
      void this.dexie.open().then(opened, refused)
    })
  }

  /** Drops the handle, so that the next use opens a new one. After an iOS device has slept, its old handle may never work again. */
  drop(): void {
    this.dexie.close({ disableAutoOpen: false })
  }

  close(): void {
    this.isClosed = true
    globalThis.window?.removeEventListener('pagehide', this.onHide)
    this.dexie.close()
  }

  /** Runs `work` in a Dexie transaction. Rejects as soon as the browser aborts the transaction. After a disk error the browser may never answer the
   *  requests, and Dexie would wait for ever. */
  write(tables: string[], work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const working = this.dexie.transaction('rw', tables, ({ idbtrans }) => {
        idbtrans.addEventListener('abort', () => reject(idbtrans.error ?? new DOMException('the transaction was ended', 'AbortError')))
        return work()
      })
      void working.then(() => resolve(), reject)
    })
  }

  /** Notifies the live queries of all tabs that a table was changed without Dexie. */
  announce(table: string): void {
    const everything = () => new RangeSet(Number.NEGATIVE_INFINITY, [[[]]])
    const keys = ['', ':dels', ...(this.tables[table] ?? '').split(',').map((part) => part.trim().replace('&', ''))]
    const parts: ObservabilitySet = {}
    for (const key of keys) parts[`idb://${this.name}/${table}/${key}`] = everything()
    Dexie.on.storagemutated.fire(parts)
  }
}
