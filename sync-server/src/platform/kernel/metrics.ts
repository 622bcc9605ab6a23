import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Creates the server's metrics. `registry` is served at /api/metrics, and features may add to it. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    commands: new Counter({ name: 'shop_commands_total', help: 'Commands ended, by outcome', labelNames: ['name', 'status'], registers }),
    batchRepeats: new Counter({
      name: 'shop_batch_repeats_total',
      help: 'Transactions repeated: deadlock, race or lost connection',
      registers,
    }),
    httpSeconds: new Histogram({
      name: 'shop_http_request_seconds',
      help: 'Time until a request was answered, by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    ready: new Gauge({ name: 'shop_ready', help: '1 if the database answered when the metrics were read, otherwise 0', registers }),
    pushSeconds: new Histogram({
      name: 'shop_push_seconds',
      help: 'Time of one push, whether it succeeded or not',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    factAgeSeconds: new Histogram({
      name: 'shop_fact_age_seconds',
      help: 'Age of the oldest sale, void or cart of a push when it arrived',
      buckets: [10, 60, 600, 3_600, 14_400, 86_400, 259_200, 604_800],
      registers,
    }),
    pulls: new Counter({
      name: 'shop_pulls_total',
      help: 'Pulls answered, by kind of answer and by the database that was read',
      labelNames: ['answer', 'from'],
      registers,
    }),
    drifted: new Counter({
      name: 'shop_drifted_total',
      help: 'Times that a client’s check found its rows of a collection to differ from the server’s',
      labelNames: ['collection'],
      registers,
    }),
    eventClients: new Gauge({ name: 'shop_event_clients', help: 'Open event streams', registers }),
    jobs: new Counter({ name: 'shop_jobs_total', help: 'Job runs ended', labelNames: ['kind', 'outcome'], registers }),
    lastBackupSeconds: new Gauge({
      name: 'shop_last_backup_timestamp_seconds',
      help: 'When the newest nightly backup was made, as far as this server knows; 0 without one',
      registers,
    }),
    lastBackupIsEncrypted: new Gauge({
      name: 'shop_last_backup_encrypted',
      help: '1 if the last nightly backup made by this server is encrypted, otherwise 0',
      registers,
    }),
    booksMismatches: new Gauge({
      name: 'shop_books_mismatches',
      help: 'Balances or postings that do not add up, at the last check',
      registers,
    }),
    stockMismatches: new Gauge({
      name: 'shop_stock_mismatches',
      help: 'Items whose stock is not the sum of its movements, or whose promised pieces are not those of waiting orders, at the last check',
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
