/** Guides of the API as pages: `docs/api.md` and `docs/webhooks.md`, beside the description of a running server. */
import fs from 'node:fs'
import { resolve } from 'node:path'
import { Marked } from 'marked'
import type { Plugin } from 'vite'
import { product } from '#app/product.ts'

/** Guides by the name of their file, with the title of their page. */
export const guides = { api: 'API', webhooks: 'Webhooks' } as const
export type Guide = keyof typeof guides
export const guideNames = ['api', 'webhooks'] as const satisfies readonly Guide[]

const docs = resolve(import.meta.dirname, '../docs')

/** A link leads to another guide or out of here; what lies in the repository alone keeps its words and loses its link. */
function guideAddress(href: string): string | null {
  if (/^https:\/\//.test(href) || href.startsWith('#')) return href
  const name = /^(\w+)\.md$/.exec(href)?.[1]
  return name !== undefined && Object.hasOwn(guides, name) ? `${name}.html` : null
}

const marked = new Marked({
  renderer: {
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      const address = guideAddress(href)
      return address === null ? words : `<a href="${address}">${words}</a>`
    },
    // Its columns may be wider than a phone.
    table(token) {
      const cells = (row: typeof token.header, tag: string) =>
        `<tr>${row.map(cell => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
      const body = token.rows.map(row => cells(row, 'td')).join('')
      return `<div class="wide" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`
    },
  },
})

/** The page of a guide: HTML without script and style of its own. */
export function guidePage(name: Guide): string {
  const markdown = fs.readFileSync(resolve(docs, `${name}.md`), 'utf8')
  // Whoever has no mouse scrolls with the arrows.
  const body = marked.parse(markdown, { async: false }).replaceAll('<pre>', '<pre tabindex="0">')
  const links = guideNames.map(other => `<a href="${other}.html">${guides[other]}</a>`).join('')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${guides[name]} · ${product}</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="/api-docs/page.css">
  </head>
  <body>
    <header class="top">
      <a href="/">${product}</a>
      <span>${guides[name]}</span>
      <nav>${links}<a href="/api/docs">Calls</a></nav>
    </header>
    <main class="problem guide">${body}</main>
  </body>
</html>
`
}

export function apiGuides(): Plugin {
  return {
    name: 'api-guides',
    apply: 'build',
    generateBundle() {
      for (const name of guideNames)
        this.emitFile({ type: 'asset', fileName: `api-docs/${name}.html`, source: guidePage(name) })
    },
  }
}
