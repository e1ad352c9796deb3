/** Files of the page of the API's description: Swagger UI as its package has it, so that a server without it serves them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Files of the package, with the name that each has beside the page. */
const files = {
  'swagger-ui-bundle.js': 'swagger-ui-bundle.js',
  'swagger-ui.css': 'swagger-ui.css',
  LICENSE: 'swagger-ui-license.txt',
  NOTICE: 'swagger-ui-notice.txt',
  'swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui-bundle.js.LICENSE.txt',
}

export function apiDocs(): Plugin {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return {
    name: 'api-docs',
    apply: 'build',
    generateBundle() {
      for (const [file, name] of Object.entries(files)) {
        // A source map that is not served would be asked for in vain.
        const source = readFileSync(join(folder, file), 'utf8').replace(
          /\n?(\/\/|\/\*)# sourceMappingURL=.*$/m,
          '',
        )
        this.emitFile({ type: 'asset', fileName: `api-docs/${name}`, source })
      }
    },
  }
}
