import { register } from 'node:module'

// Loaded before the simulation: seeds the fault that SEEDED_FAULT holds as JSON.
register('./hooks.mjs', import.meta.url, { data: JSON.parse(process.env.SEEDED_FAULT ?? 'null') })
