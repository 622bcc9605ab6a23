import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseLocation } from '../../sync-server/src/platform/database/database.ts'
import type { PostgresShops } from './postgres-shops.ts'
import { copyShop } from './shop-folder.ts'

/** A running server, which copies its own folder on request. Returns null when that is done, or else the reason for the failure. */
type Running = { order(order: { readonly backup: string }): Promise<string | null> }

/** A folder with a shop, and its database unless that lies in the folder. */
export interface ShopPlace {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly location: DatabaseLocation
  /** Copies a stopped shop to another folder. */
  copyTo(dir: string): Promise<ShopPlace>
  /** Keeps a running shop as it is now, without open transactions. */
  backUp(name: string, server: Running): Promise<void>
  /** Puts a stopped shop back to a backup. */
  restore(name: string): Promise<void>
  remove(): Promise<void>
}

/** A shop on the embedded database. */
export class FolderPlace implements ShopPlace {
  readonly databaseUrl = undefined
  constructor(private readonly dir: string) {}

  get dataDir(): string {
    return join(this.dir, 'live')
  }

  get location(): DatabaseLocation {
    return { kind: 'pglite', dataDir: this.dataDir }
  }

  async copyTo(dir: string): Promise<ShopPlace> {
    const copy = new FolderPlace(dir)
    copyShop(this.dataDir, copy.dataDir)
    return copy
  }

  async backUp(name: string, server: Running): Promise<void> {
    const problem = await server.order({ backup: join(this.dir, name) })
    if (problem) throw new Error(problem)
  }

  async restore(name: string): Promise<void> {
    await rm(this.dataDir, { recursive: true })
    copyShop(join(this.dir, name), this.dataDir)
  }

  async remove(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true })
  }
}

/** A shop on PostgreSQL. */
export class PostgresPlace implements ShopPlace {
  private constructor(
    private readonly shops: PostgresShops,
    private readonly dir: string,
    public databaseUrl: string,
  ) {}

  static async create(shops: PostgresShops, dir: string): Promise<PostgresPlace> {
    const place = new PostgresPlace(shops, dir, await shops.create())
    await mkdir(place.dataDir, { recursive: true })
    return place
  }

  get dataDir(): string {
    return join(this.dir, 'live')
  }

  get location(): DatabaseLocation {
    return { kind: 'postgres', url: this.databaseUrl }
  }

  async copyTo(dir: string): Promise<ShopPlace> {
    const copy = new PostgresPlace(this.shops, dir, await this.shops.create(this.databaseUrl))
    copyShop(this.dataDir, copy.dataDir)
    return copy
  }

  async backUp(name: string): Promise<void> {
    await this.shops.dump(this.databaseUrl, join(this.dir, name))
  }

  async restore(name: string): Promise<void> {
    await this.shops.drop(this.databaseUrl)
    this.databaseUrl = await this.shops.load(join(this.dir, name))
  }

  async remove(): Promise<void> {
    await this.shops.drop(this.databaseUrl)
    await rm(this.dir, { recursive: true, force: true })
  }
}
