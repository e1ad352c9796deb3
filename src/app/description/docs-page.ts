/** The page of the API's description: Swagger UI, from files of our own, and nothing of anybody else. */
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Policy of this page alone: Swagger UI draws its icons from `data:` and reads the description from here. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Folder into which the build puts the page's files. */
const folder = '/api-docs'

export function docsPage(product: string): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', null, `API · ${product}`),
    h('link', { rel: 'icon', href: '/favicon.svg' }),
    h('link', { rel: 'stylesheet', href: `${folder}/swagger-ui.css` }),
    h('link', { rel: 'stylesheet', href: `${folder}/page.css` }),
    h('script', { src: `${folder}/swagger-ui-bundle.js`, defer: true }),
    h('script', { src: `${folder}/start.js`, defer: true }),
  )
  const header = h(
    'header',
    { className: 'top' },
    h('a', { href: '/' }, product),
    h('span', null, 'API'),
    h(
      'nav',
      null,
      h('a', { href: `${folder}/api.html` }, 'Guía'),
      h('a', { href: `${folder}/webhooks.html` }, 'Webhooks'),
      h('a', { href: '/api/openapi.json' }, 'OpenAPI 3.1'),
      h('a', { href: '/ayuda' }, 'Ayuda'),
    ),
  )
  const steps = h(
    'section',
    { className: 'steps' },
    h('p', null, 'Para probar una llamada aquí mismo:'),
    h(
      'ol',
      null,
      h(
        'li',
        null,
        'Crea una clave de API en tu perfil, o abre una sesión con «signIn» y copia «access_token».',
      ),
      h('li', null, 'Pulsa «Authorize» y pega lo que tengas en el «Value» que le toca.'),
      h('li', null, 'Elige una llamada y pulsa «Try it out». Actúa de verdad, con tus permisos.'),
    ),
  )
  const noScript = h('noscript', null, h('p', null, 'La página necesita JavaScript; la descripción, no.'))
  const main = h('main', null, h('div', { id: 'swagger-ui' }), noScript)
  const page = h('html', { lang: 'es' }, head, h('body', null, header, steps, main))
  return `<!doctype html>${renderToStaticMarkup(page)}`
}
