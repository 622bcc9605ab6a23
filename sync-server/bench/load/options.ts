import { parseArgs } from 'node:util'

/** Size and duration of the load. Every figure has an upper limit, because one machine runs the load. */
export type LoadOptions = {
  readonly clients: number
  readonly tills: number
  readonly seconds: number
  /** Milliseconds between two sales of a till, on average. */
  readonly pause: number
  readonly items: number
  readonly servers: number
  /** True restarts the servers one after the other while the tills sell. */
  readonly restart: boolean
}

const BOUNDS = {
  clients: { default: 1_000, max: 5_000 },
  tills: { default: 50, max: 200 },
  seconds: { default: 60, max: 900 },
  pause: { default: 2_000, max: 60_000 },
  items: { default: 10_000, max: 200_000 },
  servers: { default: 1, max: 4 },
} as const

/** Reads `--clients 1000 --tills 50 --seconds 60 --pause 2000 --items 10000 --servers 2 --restart`. Throws a one-line error. */
export function readOptions(args: readonly string[]): LoadOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { clients: text, tills: text, seconds: text, pause: text, items: text, servers: text, restart: { type: 'boolean' } },
  })
  const numberOf = (name: keyof typeof BOUNDS) => {
    const given = values[name] === undefined ? BOUNDS[name].default : Number(values[name])
    if (!Number.isInteger(given) || given < 1 || given > BOUNDS[name].max)
      throw new Error(`--${name}: must be a whole number from 1 to ${BOUNDS[name].max}`)
    return given
  }
  const options = {
    clients: numberOf('clients'),
    tills: numberOf('tills'),
    seconds: numberOf('seconds'),
    pause: numberOf('pause'),
    items: numberOf('items'),
    servers: numberOf('servers'),
    restart: values.restart ?? false,
  }
  if (options.tills >= options.clients) throw new Error('--tills: must be fewer than --clients')
  return options
}
