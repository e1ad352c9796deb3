// `npm run dev`: the server, restarted when its files change, and Vite, which reloads the browser.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const children = [['--watch', 'src/main.ts'], ['node_modules/vite/bin/vite.js']].map(args =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }),
)

// One that ends takes the other along: half a development environment only confuses.
for (const child of children) {
  child.on('exit', () => {
    for (const other of children) other.kill('SIGTERM')
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
  })
}
