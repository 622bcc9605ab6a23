import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { stepsNamed } from '../.scripts/lib/test-steps.mjs'
import { VARIABLES } from '../sync-server/src/app/config.ts'
import { operations } from '../sync-server/src/app/http/operations.ts'
import { projectFiles, root } from './project.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const paths = operations.map(({ path }) => `/api${path}`)

// ---- Dockerfile ------------------------------------------------------------------------------------------------

type Instruction = { readonly name: string; readonly text: string }
type Stage = { readonly from: string; readonly name: string | undefined; readonly instructions: Instruction[] }

/** The instructions of a Dockerfile by stage, with continued lines joined. */
function stagesOf(dockerfile: string): { args: Instruction[]; stages: Stage[] } {
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const args: Instruction[] = []
  const stages: Stage[] = []
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, name = '', text = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (name === 'FROM') stages.push({ from: text.split(' ')[0] ?? '', name: / AS (\S+)$/.exec(text)?.[1], instructions: [] })
    else (stages.at(-1)?.instructions ?? args).push({ name, text })
  }
  return { args, stages }
}

const { args, stages } = stagesOf(read('sync-server/Dockerfile'))
const last = stages.at(-1) as Stage
const all = stages.flatMap(({ instructions }) => instructions)
const every = (name: string, among = all) => among.filter((one) => one.name === name).map(({ text }) => text)

/** True if the builder gets the file. The last line of .dockerignore that matches the path decides. */
function reachesBuilder(path: string): boolean {
  let reaches = true
  for (const line of read('.dockerignore')
    .split('\n')
    .filter((one) => one !== '' && !one.startsWith('#'))) {
    const pattern = line.replace(/^!/, '')
    const segment = /^\*\*\/([^/]+)$/.exec(pattern)?.[1]
    const wanted = segment && new RegExp(`^${segment.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
    const fits = wanted
      ? path.split('/').some((part) => wanted.test(part))
      : pattern === '*' || path === pattern || path.startsWith(`${pattern}/`)
    if (fits) reaches = line.startsWith('!')
  }
  return reaches
}

describe('the Dockerfile', () => {
  test('copies only files that exist and that the builder gets', () => {
    const files = projectFiles().filter(reachesBuilder)
    const sources = every('COPY')
      .filter((text) => !text.startsWith('--from='))
      .flatMap((text) => text.split(' ').slice(0, -1))
    expect(sources.length).toBeGreaterThan(8)
    expect(sources.filter((source) => !files.some((path) => path === source || path.startsWith(`${posix.join(source)}`)))).toEqual([])
  })

  test('copies the four folders that the build reads, and the builder gets the single files too', () => {
    for (const path of ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', '.scripts/prestart.mjs', 'pwa/vite.config.ts'])
      expect([path, reachesBuilder(path)]).toEqual([path, true])
    const copied = every('COPY', [...(stages[0]?.instructions ?? []), ...(stages[1]?.instructions ?? [])])
    for (const folder of ['.scripts/', 'shared/', 'sync-server/', 'pwa/']) expect(copied).toContain(`${folder} ${folder}`)
  })

  test('copies no data, secrets, packages or files built elsewhere', () => {
    const private_ = [
      '.env',
      'data/pg/base',
      '.git/config',
      'node_modules/a',
      'pwa/dist/index.html',
      'sync-server/node_modules/a',
      '.build/x',
      'shared/.env',
    ]
    expect(private_.filter(reachesBuilder)).toEqual([])
  })

  test('uses only stages that exist, and copies from a stage only what it makes', () => {
    const names = new Map(stages.map((stage) => [stage.name, stage]))
    expect(stages.filter(({ from }) => !from.startsWith('node:') && !names.has(from))).toEqual([])
    const made = ['/shop/', '/shop/pwa/dist/', '/shop/sync-server/dist/']
    for (const text of every('COPY').filter((one) => one.startsWith('--from='))) {
      const [, stage, source] = /^--from=(\S+) (\S+)/.exec(text) ?? []
      expect(names.has(stage)).toBe(true)
      expect(made).toContain(source)
    }
  })

  test('runs scripts that exist', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts as object)
    const run = every('RUN').flatMap((text) => [...text.matchAll(/npm run (\S+)/g)].map(([, name]) => name))
    expect(run).toEqual(['build'])
    expect(scripts).toEqual(expect.arrayContaining(run))
    expect(every('RUN').filter((text) => text.startsWith('npm ci'))).toEqual([
      'npm ci --include=dev',
      'npm ci --omit=dev --workspace=sync-server --legacy-peer-deps',
    ])
  })

  test('installs every peer dependency that a package of the server needs', () => {
    const left = missingPeers(JSON.parse(read('package-lock.json')).packages)
    expect(left.count).toBeGreaterThan(80)
    expect(left.missing).toEqual([])
    expect(left.names).not.toContain('node_modules/vite')
    const lock = { 'sync-server': { dependencies: { a: '1' } }, 'node_modules/a': { peerDependencies: { b: '1' } }, 'node_modules/b': {} }
    expect(missingPeers(lock).missing).toEqual(['node_modules/a needs b'])
  })

  test('starts the server without root, and stops it with a signal that the server handles', () => {
    const [entry = '[]'] = every('ENTRYPOINT', last.instructions)
    const [program, ...rest] = JSON.parse(entry) as string[]
    expect(program).toBe('node')
    const main = rest.at(-1) ?? ''
    expect(main).toBe('sync-server/dist/main.js')
    expect(read('sync-server/vite.config.ts')).toContain("main: 'src/app/main.ts'")
    expect(every('USER', last.instructions)).toEqual(['node'])
    expect(every('STOPSIGNAL', last.instructions)).toEqual(['SIGTERM'])
    expect(read('sync-server/src/app/main.ts')).toContain("process.on('SIGTERM'")
    expect(read('package.json')).toContain(`"start": "exec node ${rest.join(' ')}"`)
  })

  test('checks the health at an address that exists, and sets only NODE_ENV and variables the server knows', () => {
    const [check = ''] = every('HEALTHCHECK', last.instructions)
    const asked = /\/api\/[a-z]+/.exec(check)?.[0]
    expect(paths).toContain(asked)
    const set = every('ENV').flatMap((text) => [...text.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name ?? ''))
    expect(set.filter((name) => name !== 'NODE_ENV' && !VARIABLES.includes(name))).toEqual([])
    const [dataDir] = every('VOLUME', last.instructions)
    expect(every('ENV', last.instructions).join(' ')).toContain(`DATA_DIR=${dataDir}`)
  })

  test('uses a Node version that the project supports and that a test step covers', () => {
    const version = /^NODE_VERSION=(\d+)$/.exec(args[0]?.text ?? '')?.[1]
    expect(Number(version)).toBeGreaterThanOrEqual(20)
    expect(stepsNamed([`node${version}`])).toHaveLength(1)
  })
})

type Locked = {
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The server's packages as npm installs them without peer dependencies, and the peer dependencies that they would lack. */
function missingPeers(packages: Readonly<Record<string, Locked>>): { count: number; names: string[]; missing: string[] } {
  const found = new Set<string>()
  const placeOf = (from: string, name: string): string | undefined => {
    const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (packages[place]) return place
    return from === '' ? undefined : placeOf(from.replace(/(?:^|\/)(?:node_modules\/)?(?:@[^/]+\/)?[^/]+$/, ''), name)
  }
  const take = (place: string) => {
    if (found.has(place)) return
    found.add(place)
    const { link, resolved, dependencies, optionalDependencies } = packages[place] ?? {}
    if (link && resolved) return take(resolved)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = placeOf(place, name)
      if (at) take(at)
    }
  }
  take('sync-server')
  const missing = [...found].flatMap((place) =>
    Object.keys(packages[place]?.peerDependencies ?? {})
      .filter((name) => !packages[place]?.peerDependenciesMeta?.[name]?.optional && !found.has(placeOf(place, name) ?? ''))
      .map((name) => `${place} needs ${name}`),
  )
  return { count: found.size, names: [...found], missing }
}

// ---- compose.yaml and the files beside it ----------------------------------------------------------------------

type Service = {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly args?: Readonly<Record<string, string>> }
  readonly env_file?: string
  /** A variable without a value gets its value from `.env` beside the compose file. */
  readonly environment: Readonly<Record<string, string | null>>
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[]
  readonly stop_grace_period?: string
  readonly user?: string
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly read_only?: boolean
  readonly privileged?: boolean
  readonly tmpfs?: readonly string[]
}
const composeText = read('sync-server/compose.yaml')
const compose = parse(composeText, { merge: true }) as { services: Record<string, Service>; volumes: Record<string, unknown> }
const services = Object.entries(compose.services)
const shops = services.filter(([, { build }]) => build)

describe('the compose file', () => {
  test('builds the image from an existing folder and Dockerfile, for two servers', () => {
    expect(shops.map(([name]) => name)).toEqual(['shop-1', 'shop-2'])
    for (const [, { build }] of shops) {
      const context = posix.join('sync-server', build?.context ?? '')
      expect(posix.normalize(context)).toBe('.')
      expect(existsSync(join(root, context, build?.dockerfile ?? ''))).toBe(true)
    }
  })

  test('hands the servers all variables of the server except those for address, data and certificate, and no other service’s password', () => {
    const own = ['PORT', 'HOST', 'DATA_DIR', 'TLS_CERT', 'TLS_KEY']
    for (const [, { env_file, environment }] of shops) {
      expect(env_file).toBeUndefined()
      expect(Object.keys(environment).sort()).toEqual(VARIABLES.filter((name) => !own.includes(name)).sort())
      const set = Object.keys(environment).filter((name) => environment[name] !== null)
      expect(set).toEqual(['DATABASE_URL', 'DATABASE_READ_URL', 'PUBLIC_URL', 'TRUST_PROXY'])
      expect(Object.values(environment).join(' ')).not.toMatch(/POSTGRES_PASSWORD|REPLICATION_PASSWORD/)
    }
  })

  test('names databases that exist', () => {
    for (const [, { environment }] of shops) {
      for (const name of ['DATABASE_URL', 'DATABASE_READ_URL'])
        expect(Object.keys(compose.services)).toContain(/@([\w-]+):5432\/shop$/.exec(environment[name] ?? '')?.[1])
    }
    const database = compose.services.database?.environment
    expect(Object.keys(database ?? {})).toEqual(['POSTGRES_PASSWORD', 'POSTGRES_DB', 'REPLICATION_PASSWORD', 'SHOP_PASSWORD'])
    expect(database?.POSTGRES_DB).toBe('shop')
  })

  test('takes root’s capabilities from every service, except one capability that the proxy needs, and makes root file systems read-only', () => {
    expect(services.map(([name]) => name)).toEqual(['shop-1', 'shop-2', 'proxy', 'database', 'standby'])
    for (const [name, { cap_drop, cap_add = [], security_opt, read_only, privileged, tmpfs }] of services) {
      expect([name, cap_drop, security_opt, read_only, privileged]).toEqual([name, ['ALL'], ['no-new-privileges:true'], true, undefined])
      expect([name, cap_add]).toEqual([name, name === 'proxy' ? ['NET_BIND_SERVICE'] : []])
      expect([name, tmpfs?.includes('/tmp')]).toEqual([name, true])
    }
    // the image cannot switch to this user by itself, because that takes capabilities of root
    for (const name of ['database', 'standby']) expect([name, compose.services[name]?.user]).toEqual([name, 'postgres'])
  })

  test('lets the servers connect as a role that is no superuser, and makes that role', () => {
    for (const [, { environment }] of shops)
      for (const name of ['DATABASE_URL', 'DATABASE_READ_URL'])
        expect(environment[name]).toMatch(/^postgres:\/\/shop:\$\{SHOP_PASSWORD:\?\}@/)
    const script = read('sync-server/deployment/shop-role.sh')
    expect(script).toContain("set_config('shop.role', 'shop', false)")
    expect(script).toMatch(/ login nosuperuser nocreatedb nocreaterole noreplication nobypassrls /)
    expect(compose.services.database?.volumes).toContain('./deployment/shop-role.sh:/docker-entrypoint-initdb.d/shop-role.sh:ro')
  })

  test('names each image by its major version, and lets a digest pin the exact image', () => {
    for (const [name, { image, build }] of services)
      if (!build) expect([name, image]).toEqual([name, expect.stringMatching(/^\$\{[A-Z]+_IMAGE:-[a-z]+:\d+\}$/)])
    for (const { from } of stages.filter(({ from: image }) => image.startsWith('node'))) expect(from).toMatch(/\$\{NODE_DIGEST\}$/)
    for (const [, { build }] of shops) expect(build?.args?.NODE_DIGEST).toMatch(/^\$\{NODE_DIGEST:-\}$/)
    const documented = read('sync-server/deployment/several-servers.md')
    for (const image of ['postgres:17', 'caddy:2', 'node:24-bookworm-slim']) expect(documented).toContain(`imagetools inspect ${image} `)
  })

  test('mounts files that exist, and volumes it declares', () => {
    for (const [, { volumes = [] }] of services)
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('.')) expect([source, statSync(join(root, 'sync-server', source)).isFile()]).toEqual([source, true])
        else expect(Object.keys(compose.volumes)).toContain(source)
      }
  })

  test('makes services wait only for services that exist, and gives a server enough time to stop', () => {
    const awaited = services.flatMap(([, { depends_on = [] }]) => (Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)))
    expect(awaited.filter((name) => !compose.services[name])).toEqual([])
    const stopMaxMs = Number(/STOP_MAX_MS = ([\d_]+)/.exec(read('sync-server/src/app/main.ts'))?.[1]?.replaceAll('_', ''))
    for (const [, { stop_grace_period }] of shops) expect(Number.parseInt(stop_grace_period ?? '0', 10) * 1_000).toBeGreaterThan(stopMaxMs)
  })

  test('uses exactly the variables that its example file lists', () => {
    const wanted = new Set([...composeText.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name ?? ''))
    const listed = [...read('sync-server/deployment/compose.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '')
    expect(listed.sort()).toEqual([...wanted].sort())
    // the copy with real values contains passwords, so neither git nor the image may include it
    expect(read('.gitignore').split('\n')).toContain('.env')
    expect(reachesBuilder('sync-server/.env')).toBe(false)
  })
})

describe('the files beside the compose file', () => {
  const caddyfile = read('sync-server/deployment/Caddyfile')

  test('configure the proxy with both servers, and only with addresses that exist and variables that are set', () => {
    const upstreams = [...caddyfile.matchAll(/([a-z]+-\d):(\d+)/g)].map(([, name, port]) => `${name}:${port}`)
    expect([...new Set(upstreams)].sort()).toEqual(shops.map(([name]) => `${name}:${every('EXPOSE')[0]}`))
    const named = [...caddyfile.matchAll(/\/api\/[a-z]+/g)].map(([path]) => path)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((path) => !paths.includes(path))).toEqual([])
    const variables = [...caddyfile.matchAll(/\{\$([A-Z_]+)/g)].map(([, name]) => name)
    expect(variables.filter((name) => !compose.services.proxy?.environment[name ?? ''])).toEqual([])
  })

  test('include scripts for the database, whose variables are set by the service or its image, or have a default', () => {
    const ofImage = ['POSTGRES_USER', 'POSTGRES_DB', 'PGDATA']
    for (const [script, service] of [
      ['allow-standby.sh', 'database'],
      ['shop-role.sh', 'database'],
      ['start-standby.sh', 'standby'],
    ] as const) {
      const used = [...read(`sync-server/deployment/${script}`).matchAll(/\$\{?([A-Z][A-Z_]+)(:-)?/g)].flatMap(([, name, hasDefault]) =>
        hasDefault ? [] : [name ?? ''],
      )
      const set = Object.keys(compose.services[service]?.environment ?? {})
      expect(used.filter((name) => !set.includes(name) && !ofImage.includes(name))).toEqual([])
    }
  })
})
