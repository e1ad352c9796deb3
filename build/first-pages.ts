/**
 * Each address gets a page of its own that names the scripts its screen needs, so that the browser fetches them
 * together with the first one and not after it, link by link.
 */
import fs from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk
/** An address as a pattern, and the file in `dist` that answers it. */
export type FirstPage = { readonly pattern: string; readonly file: string }

const app = resolve(import.meta.dirname, '../src/app')
const shell = resolve(app, 'shell/shell.tsx')

export function firstPages(): Plugin {
  return {
    name: 'first-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
      const html = bundle['index.html']
      if (html?.type !== 'asset') return this.error('there is no index.html to begin from')
      const text = String(html.source)
      const pages = screens().map(({ pattern, modules }, index) => {
        const file = `pages/${index}.html`
        const missing = modules.filter(module => !chunks.some(chunk => chunk.facadeModuleId === module))
        if (missing.length > 0) this.error(`no chunk of its own: ${missing}`)
        this.emitFile({
          type: 'asset',
          fileName: file,
          source: withPreloads(text, chunkFiles(modules, chunks)),
        })
        return { pattern, file }
      })
      this.emitFile({ type: 'asset', fileName: 'pages/pages.json', source: JSON.stringify(pages) })
    },
  }
}

/** Screens as the routes name them: an address and the module of its screen. */
function screens(): { pattern: string; modules: string[] }[] {
  const files = fs.readdirSync(app).filter(name => /routes\.tsx$/.test(name))
  const found = files.flatMap(name => routesIn(fs.readFileSync(resolve(app, name), 'utf8')))
  // Named steps before those that stand for anything.
  return found.toSorted((a, b) => a.pattern.split('[^/]').length - b.pattern.split('[^/]').length)
}

function routesIn(source: string): { pattern: string; modules: string[] }[] {
  const routes = source.split('createRoute({').slice(1)
  const base = routeBase(source, routes[0] ?? '')
  return routes.flatMap(route => {
    const module = /latePage\(\s*\(\) => import\('#(app|features)\/([^']+)'\)/.exec(route)
    const path = pathIn(route)
    if (!module || path === null) return []
    const own = resolve(app, '..', `${module[1]}/${module[2]}`)
    const pattern = `^${base}/${path.replace(/^\//, '')}$`.replaceAll(/\$\w+/g, '[^/]+')
    return { pattern, modules: base === '' ? [own] : [own, shell] }
  })
}

/** Under which area a file's routes are: its own, any (of routes that several areas have), or none. */
function routeBase(source: string, first: string): string {
  if (/guard\(/.test(first)) return `/${pathIn(first)}`
  return /getParentRoute: area\b/.test(source) ? '/[^/]+' : ''
}

const pathIn = (route: string): string | null => /path: '([^']*)'/.exec(route)?.[1] ?? null

/** The chunks of these modules and all that those load, with their styles. */
function chunkFiles(modules: readonly string[], chunks: readonly Chunk[]): string[] {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const follow = (fileName: string) => {
    if (found.has(fileName)) return
    found.add(fileName)
    for (const next of byName.get(fileName)?.imports ?? []) follow(next)
  }
  for (const chunk of chunks)
    if (chunk.facadeModuleId !== null && modules.includes(chunk.facadeModuleId)) follow(chunk.fileName)
  return [...found]
}

function withPreloads(html: string, files: readonly string[]): string {
  const links = files
    .filter(file => !html.includes(`/${file}"`))
    .map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return html.replace('</head>', `${links.join('')}</head>`)
}
