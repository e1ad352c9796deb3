/** The outbox as a page: plain HTML without a script, its style in a file of its own. */
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type OutboxMail, webAddresses } from '#server/mail/outbox.ts'

const title = 'Buzón de salida'
const explanation =
  'Los correos que se habrían enviado. Ninguno sale de este equipo y, pasado un día, se borra lo que dicen.'

export function outboxPage(mails: readonly OutboxMail[], to: string | null): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', null, title),
    h('link', { rel: 'stylesheet', href: '/dev/outbox.css' }),
  )
  const main = h(
    'main',
    null,
    h('h1', null, title),
    h('p', { className: 'soft' }, explanation),
    filterForm(to),
    mails.length === 0 ? emptyNote(to) : mails.map(mailCard),
  )
  const page = h('html', { lang: 'es' }, head, h('body', null, main))
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

function filterForm(to: string | null): ReactNode {
  return h(
    'form',
    { action: '/dev/outbox' },
    h('label', { htmlFor: 'to' }, 'Para'),
    h('input', { id: 'to', name: 'to', type: 'email', autoComplete: 'off', defaultValue: to ?? '' }),
    h('button', { type: 'submit' }, 'Filtrar'),
    h('a', { href: '/dev/outbox' }, to === null ? 'Actualizar' : 'Ver todos'),
  )
}

function emptyNote(to: string | null): ReactNode {
  return h('p', { className: 'nothing' }, to === null ? 'Aún no hay correos.' : `No hay correos para ${to}.`)
}

const moment = new Intl.DateTimeFormat('es-ES', { dateStyle: 'medium', timeStyle: 'medium' })

function mailCard({ id, to, subject, text, created_at }: OutboxMail): ReactNode {
  const when = h('time', { dateTime: created_at }, moment.format(new Date(created_at)))
  return h(
    'article',
    { key: id },
    h('h2', null, subject),
    h('p', { className: 'soft' }, 'Para ', h('strong', null, to), ' · ', when),
    h('div', { className: 'text' }, withLinks(text)),
    h('p', null, h('a', { href: `/dev/outbox/${id}` }, 'Ver el correo con su diseño')),
  )
}

function withLinks(text: string): ReactNode[] {
  const links = text.match(webAddresses) ?? []
  return text
    .split(webAddresses)
    .flatMap((between, index) => [between, h('a', { key: index, href: links[index] }, links[index])])
}

export const outboxStyle = `
:root {
  color-scheme: light dark;
  --page: #f8f7f4; --surface: #fff; --line: #e0ded9; --edge: #8f8b84;
  --ink: #191e28; --soft: #484d57; --accent: #2147a3; --on-accent: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #111317; --surface: #181b20; --line: #2d3038; --edge: #6c727c;
    --ink: #eeede9; --soft: #babec4; --accent: #8fb2f9; --on-accent: #0f1624;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 45rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 0; font-size: 1.125rem; }
p { margin: 0.25rem 0 0; }
a { color: var(--accent); }
.soft { color: var(--soft); }
form { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; margin: 1.5rem 0; }
input, button { font: inherit; min-height: 2.75rem; padding: 0 0.75rem; border-radius: 0.375rem; }
input { flex: 1 1 12rem; min-width: 0; border: 1px solid var(--edge); background: var(--surface); color: inherit; }
button { border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
article, .nothing { margin: 0 0 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
article, .nothing { background: var(--surface); }
.text { margin: 1rem 0; padding: 1rem 0; border: solid var(--line); border-width: 1px 0; white-space: pre-wrap; }
`
