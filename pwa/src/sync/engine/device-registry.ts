import { findCollection } from '@shop/shared/collections.ts'
import type { AnyCommand } from '@shop/shared/kernel/define-command.ts'
import { tillCommands } from '@shop/shared/till-commands.ts'
import type { Ports } from '../ports/ports.ts'
import type { Registry } from '../rows/replica.ts'

/** Knows the till's commands from the start. All others are loaded as soon as one of them is queued, so a device that only sells never loads them. */
export class DeviceRegistry implements Registry {
  readonly findCollection = findCollection
  private readonly known = new Map<string, AnyCommand>()

  constructor(private readonly log: Ports['log']) {
    for (const command of tillCommands) this.add(command)
  }

  findCommand(name: string): AnyCommand | undefined {
    return this.known.get(name)
  }

  add(command: AnyCommand): void {
    this.known.set(command.name, command)
  }

  async prepareFor(queued: readonly { readonly name: string }[]): Promise<void> {
    if (queued.every(({ name }) => this.known.has(name))) return
    try {
      const { deviceCommands } = await import('@shop/shared/device-commands.ts')
      for (const command of deviceCommands) this.add(command)
    } catch (thrown) {
      this.log('cannot load the office commands', thrown)
    }
  }
}
