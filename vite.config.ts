/**
 * Builds the browser's half. The server runs from TypeScript as it is and is never bundled: a plugin
 * refuses any import that would carry it (or the database driver) to the browser.
 */
import { promises as fs } from 'node:fs'
import { isBuiltin } from 'node:module'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { apiDocs } from './build/api-docs.ts'
import { apiGuides } from './build/api-guides.ts'
import { firstPages } from './build/first-pages.ts'
import { helpPages } from './build/help.ts'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    browserOnly(),
    sonnerWithoutInlineStyle(),
    zodWithoutJsonSchema(),
    zodWithoutEnglish(),
    zodWithoutCycles(),
    authWithoutPasskeys(),
    endpointsWithoutDescription(),
    react(),
    tailwind(),
    helpPages(),
    apiDocs(),
    apiGuides(),
    firstPages(),
    compressed(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page names what its screen needs, and links fetch ahead what they lead to: a list of every script beside
      // every lazy import would only make the first one longer.
      resolveDependencies: (_, needed, { hostType }) => (hostType === 'js' ? [] : needed),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // With what every screen has from the first one on, so that no other group takes it along.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\/|lucide-react\/dist\/esm\/(createLucideIcon|Icon|defaultAttributes|shared)|src\/ui\/(classes|spinner|button|toast|hooks\/use-media|hooks\/after-paint|lists\/fold|on-demand|address|unbroken)\.|src\/kernel\/address\./,
            },
            // One by one they would be a request each.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 10 },
            {
              name: 'lists',
              test: /src\/ui\/(lists\/(filter-tabs|filter-select|load-more|table|row-blocks|use-list-search|list-columns|use-chosen-columns|peek|pages|search-text|sort-select|export-button)|fields\/search-field)\.|saved-views-panel/,
            },
            // Parts that nearly every screen of a signed-in person shows.
            {
              name: 'parts',
              test: /src\/ui\/(skeleton|badge|money|time|card|keys-button|hooks\/(keys|unsent)|dialogs\/layers)\./,
            },
            // With the icons that only it shows.
            { name: 'menu', test: /src\/app\/shell\/menu-entries/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/auth',
        '/rest',
        '/functions',
        '/scim',
        '/files',
        '/exports',
        '/payment-batches',
        '/healthz',
        '/dev',
        '/problems',
        '/.well-known',
      ].map(path => [path, server]),
    ),
  },
})

/** Fails the build when browser code reaches the server, a slice's tables or a Node module. */
function browserOnly(): Plugin {
  const serverFiles =
    /\/src\/(server\/|demo\/|main\.ts|app\/api\.ts|features\/[^/]+\/(store|views|commands|api|notices)[./])/
  return {
    name: 'browser-only',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const isServers = isBuiltin(source) || source === 'pg' || serverFiles.test(found?.id ?? '')
      if (isServers) this.error(`${importer} imports ${source}, which must not reach the browser`)
      return null
    },
  }
}

/** sonner writes its stylesheet into a <style> element, which our policy forbids; we import the file instead. */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        const without = code.replace(/^__insertCSS\(.*\);$/m, '')
        if (without === code) this.error('sonner no longer inserts its styles this way')
        return { code: without, map: null }
      },
    },
  }
}

/**
 * Every schema of Zod carries the way to describe itself as JSON Schema, which only the server does: in the
 * browser nothing stands behind those names.
 */
function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(match => match[1])
        if (names.length === 0) this.error('zod no longer describes its schemas here')
        const nothing = names.map(name => `export const ${name} = () => () => {}`)
        const renamed = [...code.matchAll(/^export \{ (\w+) as (\w+) \};/gm)].map(([line]) => line)
        return { code: [...nothing, ...renamed].join('\n'), map: null }
      },
    },
  }
}

/**
 * Zod brings its English words along, which nobody reads: a field says its own, and one that has none says so in Spanish.
 */
function zodWithoutEnglish(): Plugin {
  return {
    name: 'zod-without-english',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/zod\/v4\/locales\/en\.js$/ },
      handler(code) {
        if (!code.includes('localeError')) this.error('zod no longer says its words here')
        return { code: "export default () => ({ localeError: () => 'Valor no válido' })", map: null }
      },
    },
  }
}

/**
 * Zod also reads values that contain themselves, which neither an answer nor a form does: it does without, as its smaller
 * edition `zod/mini` does.
 */
function zodWithoutCycles(): Plugin {
  return {
    name: 'zod-without-cycles',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/zod\/v4\/core\/memoizer\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:class|function) (\S+?)\b(?=[ (])/gm)].map(
          match => match[1],
        )
        if (!names.includes('memoizer')) this.error('zod no longer reads cycles here')
        return { code: names.map(name => `export const ${name} = () => undefined`).join('\n'), map: null }
      },
    },
  }
}

/**
 * The official client of the identity server also signs in by passkey and by a wallet, which our server refuses: what
 * only those two call is left out.
 */
function authWithoutPasskeys(): Plugin {
  return {
    name: 'auth-without-passkeys',
    apply: 'build',
    transform: {
      filter: { id: /@supabase\/auth-js\/dist\/module\/lib\/(webauthn|web3\/ethereum)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:class|const|(?:async )?function) (\w+)/gm)]
        if (names.length === 0) this.error('the identity client no longer keeps passkeys and wallets here')
        return { code: names.map(([, name]) => `export const ${name} = class {}`).join('\n'), map: null }
      },
    },
  }
}

/** An endpoint's purpose, and its refusals, are told by the server's description of its API, and to no browser. */
function endpointsWithoutDescription(): Plugin {
  return {
    name: 'endpoints-without-description',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/features\/[^/]+\/wire(\/[a-z-]+)?\.ts$/ },
      handler(code) {
        const without = code
          .replace(/^( +summary:)\s*(['"`])(?:\\.|(?!\2)[^\\])*\2,$/gm, "$1 '',")
          .replace(/^ +refusals(: \[[^\]]*\]|: \w+)?,\n/gm, '')
        if (/^ +summary:\s*['"`][^'"`]|^ +refusals\b/m.test(without))
          this.error('an endpoint says what it is for, or what it refuses, in another way')
        return { code: without, map: null }
      },
    },
  }
}

/** Writes a .br and a .gz beside each text file, so that the server compresses nothing while serving. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle(output) {
      const folder = resolve(output.dir ?? 'dist')
      const files = await fs.readdir(folder, { recursive: true })
      const texts = files.filter(file => /\.(js|css|html|svg|txt)$/.test(file))
      await Promise.all(texts.map(file => compress(resolve(folder, file))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const text = await fs.readFile(file)
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await fs.writeFile(`${file}.br`, await promisify(brotliCompress)(text, brotli))
  await fs.writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
}
