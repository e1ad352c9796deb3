// Who may import whom. The table reads like the one in the house rules: a kind of file, and what it may see.
import type { Source } from './sources.ts'

/** In order of dependency: a slice sees only those before it. */
export const slices = [
  'companies',
  'identity',
  'tokens',
  'people',
  'company-sign-in',
  'saved-views',
  'clients',
  'providers',
  'contracts',
  'cost-centres',
  'exchange-rates',
  'step-up',
  'projects',
  'delegations',
  'documents',
  'files',
  'flows',
  'approvals',
  'appointments',
  'profiles',
  'offboarding',
  'scim',
  'simulation',
  'recurrences',
  'comments',
  'invoices',
  'mailboxes',
  'executions',
  'bank',
  'seals',
  'certificates',
  'closings',
  'webhooks',
  'imports',
  'notices',
  'audit',
  'reports',
  'platform',
  'samples',
]

/** One line per import that points the wrong way. */
export function wrongImports(sources: Source[]): string[] {
  return sources.flatMap(({ path, imports, loads }) => {
    const from = placeOf(path)
    if (!from || path.endsWith('.test.ts')) return []
    return imports
      .filter(target => !mayImport(from, target))
      .filter(target => loads.includes(target) || !isFreeType(from, target))
      .map(target => `${path}: a ${from.kind} may not import ${target}`)
  })
}

/** Files that load each other in a circle, one line per circle. */
export function cycles(sources: Source[]): string[] {
  const graph = new Map(sources.map(source => [source.path, source.loads]))
  const found: string[] = []
  const done = new Set<string>()
  const follow = (file: string, trail: string[]) => {
    if (trail.includes(file)) found.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
    if (done.has(file) || trail.includes(file)) return
    for (const next of graph.get(file) ?? []) if (graph.has(next)) follow(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) follow(file, [])
  return found
}

/** Commands that identity, the first slice, asks of later ones through the parts that it is opened with. */
const askedByIdentity = [
  'src/features/company-sign-in/commands/required.ts',
  'src/features/people/commands/acceptance.ts',
]
/** Parts of the program that commands open: they are no use cases. */
const openedParts = /^src\/features\/invoices\/commands\/(keep|readings)\.ts$/

/** Commands that `app/` loads beside its workers: it could hand them to slices, which call those above by themselves. */
export function commandsInApp(sources: Source[]): string[] {
  return sources
    .filter(
      ({ path }) =>
        path.startsWith('src/app/') && path !== 'src/app/workers.ts' && !path.endsWith('.test.ts'),
    )
    .flatMap(({ path, loads }) =>
      loads
        .filter(target => /^src\/features\/[^/]+\/commands(\.ts$|\/)/.test(target))
        .filter(target => !(askedByIdentity.includes(target) || openedParts.test(target)))
        .map(target => `${path}: hands on ${target}`),
    )
}

/** Everything that one file brings along, packages included. */
export function reachable(sources: Source[], entry: string): string[] {
  const graph = new Map(sources.map(source => [source.path, source.imports]))
  const seen = new Set<string>()
  const queue = [entry]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    queue.push(...(graph.get(file) ?? []))
  }
  return [...seen]
}

export function isServerOnly(target: string): boolean {
  const packages = /^(node:|pg$|fastify$|@fastify\/|@node-rs\/|pino$|file-type$|jose$|nodemailer$|pdfkit$)/
  const files =
    /^src\/(server\/|demo\/|mend\/|backup\/|privacy\/|main\.ts$|features\/[^/]+\/(scope|store|views|commands|api|subscribers|readers)(\.ts$|\/))/
  return packages.test(target) || files.test(target)
}

/**
 * Packages in the wrong list: those that the server loads are dependencies; those of the browser alone are not, because
 * it is built before and a server does without them.
 */
export function wronglyInstalled(sources: Source[], dependencies: readonly string[]): string[] {
  const ours = sources.filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts'))
  const running = new Set(reachable(ours, 'src/main.ts'))
  const packagesOf = (some: Source[]) =>
    new Set(some.flatMap(({ loads }) => loads.filter(name => !/^(src\/|node:)/.test(name))))
  const needed = packagesOf(ours.filter(({ path }) => running.has(path)))
  const used = packagesOf(ours.filter(({ path }) => !isServerOnly(path)))
  return [
    ...[...needed]
      .filter(name => !dependencies.includes(name))
      .map(name => `package.json: ${name} is needed`),
    ...dependencies
      .filter(name => used.has(name) && !needed.has(name))
      .map(name => `package.json: ${name} is only in the browser`),
  ]
}

type Kind =
  | 'kernel'
  | 'server'
  | 'ui'
  | 'app'
  | 'demo'
  | 'verify'
  | 'mend'
  | 'privacy'
  | 'backup'
  | 'main'
  | (typeof sliceKinds)[number]
const zones = ['kernel', 'server', 'ui', 'app', 'demo', 'verify', 'mend', 'privacy', 'backup'] as const

type Place = { kind: Kind; slice: string | null }

const sliceKinds = [
  'rules',
  'text',
  'list',
  'wire',
  'scope',
  'store',
  'views',
  'commands',
  'api',
  'facts',
  'subscribers',
  'readers',
  'web',
] as const

/** Imports permitted to each kind of file: from the plumbing, its own slice, the slices above, and packages. */
type Sight = {
  zones: readonly Kind[]
  own?: readonly Kind[]
  above?: readonly Kind[]
  any?: readonly Kind[]
  packages: RegExp
  serverFiles?: RegExp
}

const none = /^$/
const every = /./
const browser = /^(?!node:)/
// Stores and views read and write rows; what else a write brings about is said in commands.
const data = /^src\/server\/(?!jobs\/outbox|database\/(journal|idempotency)|mail|http|config)/

const sight: Record<Kind, Sight> = {
  kernel: { zones: ['kernel'], packages: /^(zod$|stdnum$)/ },
  server: { zones: ['kernel', 'server'], packages: every },
  ui: { zones: ['kernel', 'ui'], packages: browser },
  app: { zones: ['kernel', 'server', 'ui', 'app'], any: sliceKinds, packages: every },
  main: { zones: ['kernel', 'server', 'app', 'demo'], any: sliceKinds, packages: every },
  demo: { zones: ['kernel', 'server', 'app', 'demo'], any: sliceKinds, packages: every },
  // Looks at everybody's rows, and at nothing that acts.
  verify: { zones: ['kernel', 'server', 'verify'], any: ['rules', 'store', 'views'], packages: every },
  // Undoes what earlier releases left, by the slices' own commands.
  mend: {
    zones: ['kernel', 'server', 'verify', 'mend'],
    any: ['rules', 'text', 'store', 'commands'],
    packages: every,
  },
  // Takes people's data out, and a company's, across all slices' rows.
  privacy: {
    zones: ['kernel', 'server', 'backup', 'privacy'],
    any: ['rules', 'facts', 'store', 'commands'],
    packages: every,
  },
  // Takes the database and the files out, and puts them back.
  backup: { zones: ['kernel', 'server', 'verify', 'backup'], packages: every },
  rules: { zones: ['kernel'], own: ['rules'], above: ['rules'], packages: none },
  // Wording, for the server's problems and for screens alike.
  text: {
    zones: ['kernel'],
    own: ['rules', 'text', 'facts'],
    above: ['rules', 'text', 'facts'],
    packages: none,
  },
  // The slice's facts: their kinds, contents, sentences and subscribers.
  facts: { zones: ['kernel'], own: ['rules', 'facts'], above: ['rules'], packages: none },
  // Filters, sorts and columns of a list: plain data, read by the wire, the views and the screens.
  list: {
    zones: ['kernel'],
    own: ['rules', 'text', 'list'],
    above: ['rules', 'text', 'list'],
    packages: none,
  },
  wire: { zones: ['kernel'], own: ['rules', 'list', 'wire'], above: ['wire'], packages: /^zod$/ },
  // The rules said in SQL: pieces of queries, which read and write nothing by themselves.
  scope: {
    zones: ['kernel'],
    own: ['rules', 'scope'],
    above: ['rules', 'scope'],
    packages: none,
    serverFiles: /^src\/server\/database\/(sql|tenant)\.ts$/,
  },
  store: {
    zones: ['kernel'],
    own: ['rules', 'scope', 'store'],
    above: ['rules', 'scope'],
    packages: /^node:crypto$/,
    serverFiles: data,
  },
  views: {
    zones: ['kernel'],
    own: ['rules', 'text', 'list', 'wire', 'scope', 'store', 'views'],
    above: ['rules', 'text', 'list', 'wire', 'scope', 'store', 'views'],
    packages: none,
    serverFiles: data,
  },
  commands: {
    zones: ['kernel', 'server'],
    own: ['rules', 'text', 'wire', 'facts', 'scope', 'store', 'views', 'commands', 'readers'],
    // A command may call one of a slice above: both work in the same transaction.
    above: ['rules', 'text', 'wire', 'facts', 'scope', 'store', 'commands'],
    packages: /^node:crypto$/,
  },
  api: {
    zones: ['kernel', 'server'],
    own: sliceKinds,
    above: ['rules', 'text', 'list', 'wire', 'facts', 'scope', 'views'],
    packages: /^(fastify$|@fastify\/)/,
  },
  subscribers: {
    zones: ['kernel', 'server'],
    own: ['rules', 'text', 'wire', 'facts', 'scope', 'store', 'views', 'commands', 'subscribers'],
    above: ['rules', 'facts', 'scope', 'subscribers'],
    packages: none,
  },
  // Untrusted files into the slice's own types, in a thread of their own: no rows, no commands.
  readers: {
    zones: ['kernel'],
    own: ['rules', 'readers'],
    above: ['rules'],
    packages: /^(node:|zxing-wasm$|fflate$|csv-parse$|read-excel-file$|postal-mime$)/,
    serverFiles: /^src\/server\/(xml|pdf|pictures|jobs|files\/file-kind)\b/,
  },
  web: {
    zones: ['kernel', 'ui'],
    own: ['web'],
    above: ['web'],
    any: ['rules', 'text', 'list', 'wire'],
    packages: browser,
  },
}

function mayImport(from: Place, target: string): boolean {
  const may = sight[from.kind]
  const to = placeOf(target)
  if (!to) return may.packages.test(target)
  if (to.slice === null) return may.zones.includes(to.kind) || (may.serverFiles?.test(target) ?? false)
  if (may.any?.includes(to.kind)) return true
  if (to.slice === from.slice) return may.own?.includes(to.kind) ?? false
  const isAbove = slices.indexOf(to.slice) < slices.indexOf(from.slice ?? '')
  return isAbove && (may.above?.includes(to.kind) ?? false)
}

/** Types of packages and of the own slice bring nothing along at run time. */
function isFreeType(from: Place, target: string): boolean {
  const to = placeOf(target)
  return to === null || (to.slice !== null && to.slice === from.slice)
}

/** Null for what is no source of the product: packages, tests. */
function placeOf(path: string): Place | null {
  const [top, zone = '', slice = '', rest = ''] = path.split('/')
  if (top !== 'src') return null
  if (zone === 'main.ts') return { kind: 'main', slice: null }
  const whole = zones.find(name => name === zone)
  if (whole) return { kind: whole, slice: null }
  const kind = sliceKinds.find(name => name === rest.replace(/\.ts$/, ''))
  return kind ? { kind, slice } : null
}
