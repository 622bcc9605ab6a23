import type { Actor } from '@shop/shared/kernel/define-command.ts'
import { kernelRefusals } from '@shop/shared/kernel/errors.ts'
import {
  MAX_CONSIGNOR_PUSH_BYTES,
  MAX_CONSIGNOR_PUSH_VALUES,
  MAX_JSON_VALUES,
  MAX_PUSH_BYTES,
  MAX_PUSH_COMMANDS,
} from '@shop/shared/kernel/limits.ts'
import type { QueuedCommand } from '@shop/shared/kernel/wire.ts'
import { wasEverAdmin } from '../kernel/ever-admin.ts'
import { TooMany } from '../kernel/too-many.ts'
import { AddressLimiter, RateLimiter } from './rate-limiter.ts'

/** A command counts for at least this number of bytes, because a small command costs the server work and room too. */
export const LEAST_COMMAND_BYTES = 1_000
/** Bytes that somebody who never was an admin may push in a minute: at most 2,000 commands. */
export const CONSIGNOR_PUSH_BYTES_PER_MINUTE = 2_000_000
/** Bytes that such a person may push in a day, and so make the server store: at most 10,000 commands. */
export const CONSIGNOR_PUSH_BYTES_PER_DAY = 10_000_000
/** Bytes that all such people in one network may push in a minute. */
export const NETWORK_PUSH_BYTES_PER_MINUTE = 20_000_000
/** Bytes that all such people in one network may push in a day: at most 100,000 commands, as many as ten people may push. */
export const NETWORK_PUSH_BYTES_PER_DAY = 100_000_000
/** Maximum number of bytes for which an office command counts, so that even the fullest push fits in a minute. A larger command is not stored. */
const MOST_OFFICE_BYTES = CONSIGNOR_PUSH_BYTES_PER_MINUTE / MAX_PUSH_COMMANDS
/** Bytes that a former admin may push in a day: 20,000 for each fact that the server takes. Facts have no limit of their own, and every admin's device
 *  loads what they store. Office commands have a consignor's limits too. */
export const FORMER_ADMIN_PUSH_BYTES_PER_DAY = 20_000_000
/** Bytes that an admin's account may push in a minute. Hundreds of tablets may share the account and send full pushes at the same time. */
export const ADMIN_PUSH_BYTES_PER_MINUTE = 1_000_000_000

const MINUTES_OF_DAY = 1_440
const NETWORK_DAY_IS_FULL =
  'More entries came from your network today than the shop’s server takes. The rest stays on this device and is sent little by little.'
const DAY_IS_FULL =
  'You have sent more entries today than the shop’s server takes from one person. The rest stays on this device and is sent little by little.'

/** A limit, the key under which it counts, and the text of its refusal. */
type Counted = readonly [limiter: RateLimiter, key: string, message: string | undefined]

/** A push that has been read. `bytes`: its size, which has been counted. */
type ReadPush = {
  readonly commands: readonly QueuedCommand[]
  readonly bytes: number
  readonly isFact: (command: QueuedCommand) => boolean
}

/** Limits the cost of pushes. A device keeps commands that were refused with TOO_MANY_REQUESTS and sends them later. */
export class PushLimits {
  private readonly ofDay = new RateLimiter(CONSIGNOR_PUSH_BYTES_PER_DAY, CONSIGNOR_PUSH_BYTES_PER_DAY / MINUTES_OF_DAY)
  private readonly ofConsignor = perMinute(CONSIGNOR_PUSH_BYTES_PER_MINUTE)
  private readonly ofFormerAdmin = new RateLimiter(FORMER_ADMIN_PUSH_BYTES_PER_DAY, FORMER_ADMIN_PUSH_BYTES_PER_DAY / MINUTES_OF_DAY)
  private readonly ofAdmin = perMinute(ADMIN_PUSH_BYTES_PER_MINUTE)
  private readonly ofNetworkDay = new AddressLimiter(NETWORK_PUSH_BYTES_PER_DAY, NETWORK_PUSH_BYTES_PER_DAY / MINUTES_OF_DAY)
  private readonly ofNetwork = new AddressLimiter(NETWORK_PUSH_BYTES_PER_MINUTE, NETWORK_PUSH_BYTES_PER_MINUTE)

  /** Answers the limits of one push. */
  of(actor: Actor): { readonly maxBytes: number; readonly maxValues: number } {
    return wasEverAdmin(actor)
      ? { maxBytes: MAX_PUSH_BYTES, maxValues: MAX_JSON_VALUES }
      : { maxBytes: MAX_CONSIGNOR_PUSH_BYTES, maxValues: MAX_CONSIGNOR_PUSH_VALUES }
  }

  /** Counts the bytes of a push. Refuses TOO_MANY_REQUESTS, with the time after which the push is possible. The network's count contains no admins,
   *  so that a shop's tills never wait because of strangers in its network. */
  demand(actor: Actor, address: string, count: number): void {
    const { uid } = actor
    if (wasEverAdmin(actor)) {
      if (actor.role === 'user') refuse(this.ofFormerAdmin.take(uid, { count }), DAY_IS_FULL)
      else refuse(this.ofAdmin.take(uid, { count }))
      return
    }
    const ofNetworks: Counted[] = [
      [this.ofNetworkDay, address, NETWORK_DAY_IS_FULL],
      [this.ofNetwork, address, undefined],
    ]
    this.demandOf([...this.limitsOfConsignor(uid), ...ofNetworks], count)
  }

  /** Counts the cost of small commands beyond their bytes, which have been counted, and a former admin's commands that are no facts of the till. */
  demandCommands(actor: Actor, address: string, { commands, bytes, isFact }: ReadPush): void {
    const count = Math.max(bytes, commands.length * LEAST_COMMAND_BYTES)
    if (count > bytes) this.demand(actor, address, count - bytes)
    if (actor.role !== 'user' || !wasEverAdmin(actor)) return
    const office = commands.filter((command) => !isFact(command)).reduce((sum, command) => sum + officeBytesOf(command), 0)
    if (office === 0) return
    try {
      // not the network's, so that no stranger there keeps back the facts in the same push
      this.demandOf(this.limitsOfConsignor(actor.uid), office)
    } catch (error) {
      // what is refused takes no room from the facts
      this.ofFormerAdmin.giveBack(actor.uid, { count })
      throw error
    }
  }

  private limitsOfConsignor(uid: string): Counted[] {
    return [
      [this.ofDay, uid, DAY_IS_FULL],
      [this.ofConsignor, uid, undefined],
    ]
  }

  /** Takes from all of these limits or from none. */
  private demandOf(counts: readonly Counted[], count: number): void {
    for (const [index, [limiter, key, message]] of counts.entries()) {
      const waitSeconds = limiter.take(key, { count })
      if (waitSeconds === 0) continue
      for (const [taken, of] of counts.slice(0, index)) taken.giveBack(of, { count })
      refuse(waitSeconds, message)
    }
  }
}

const officeBytesOf = ({ args }: QueuedCommand): number =>
  Math.min(Math.max(Buffer.byteLength(JSON.stringify(args) ?? ''), LEAST_COMMAND_BYTES), MOST_OFFICE_BYTES)

const perMinute = (count: number) => new RateLimiter(count, count)

function refuse(waitSeconds: number, message: string = kernelRefusals.TOO_MANY_REQUESTS.message): void {
  if (waitSeconds > 0) throw new TooMany('TOO_MANY_REQUESTS', message, waitSeconds)
}
