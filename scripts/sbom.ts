// `npm run sbom`: the software bill of materials of the program (CycloneDX 1.5), from the lockfile: the packages that the
// server loads and those that are built into the browser's half, each with its version, licence and digest. What only
// builds or tests is left out.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { z } from 'zod'

const root = new URL('../', import.meta.url)
const read = (file: string) => fs.readFileSync(new URL(file, root), 'utf8')

const Names = z.record(z.string(), z.string()).default({})
const Package = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: Names,
  devDependencies: Names,
})
const Entry = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dependencies: Names,
  optionalDependencies: Names,
})

const own = Package.parse(JSON.parse(read('package.json')))
const { packages } = z
  .object({ packages: z.record(z.string(), Entry) })
  .parse(JSON.parse(read('package-lock.json')))

/** Packages that a file of the program or of its styles names: `react` of `'react/jsx-runtime'`. */
const namedIn = (source: string): readonly string[] =>
  [...source.matchAll(/(?:from |import |url\()['"](@[^/'"]+\/[^/'"]+|[a-z][^/'"]*)/g)].map(
    ([, name = '']) => name,
  )

const sources = fs
  .readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(tsx?|css)$/.test(file) && !/\.test\.ts$/.test(file))
const named = new Set(sources.flatMap(file => namedIn(read(`src/${file}`))))
const builtIn = [...named].filter(name => name in own.devDependencies)

/** Folder in which Node finds a package that the one at `place` asks for; null when the lockfile has none. */
function found(name: string, place: string): string | null {
  for (let above = place; ; above = above.slice(0, Math.max(0, above.lastIndexOf('node_modules/') - 1))) {
    const folder = `${above === '' ? '' : `${above}/`}node_modules/${name}`
    if (folder in packages) return folder
    if (above === '') return null
  }
}

const reached = new Set<string>()
const queue = [...Object.keys(own.dependencies), ...builtIn, 'swagger-ui-dist'].map(name => found(name, ''))
for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
  if (place === null || reached.has(place)) continue
  reached.add(place)
  const { dependencies, optionalDependencies } = packages[place] ?? Entry.parse({})
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) queue.push(found(name, place))
}

const component = (place: string) => {
  const { version = '', license, integrity } = packages[place] ?? Entry.parse({})
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const [algorithm, digest] = integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license === undefined ? {} : { licenses: [toLicence(license)] }),
    ...(algorithm === 'sha512' && digest !== undefined
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
  }
}

/** A licence by its SPDX id, or an expression of several. */
const toLicence = (text: string) => (/[ (]/.test(text) ? { expression: text } : { license: { id: text } })

const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: {
    timestamp: new Date().toISOString(),
    component: {
      type: 'application',
      'bom-ref': `${own.name}@${own.version}`,
      name: own.name,
      version: own.version,
    },
  },
  components: [
    ...new Map(
      [...reached]
        .toSorted()
        .map(component)
        .map(one => [one['bom-ref'], one]),
    ).values(),
  ],
}
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
