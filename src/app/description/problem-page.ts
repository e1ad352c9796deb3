/** The page of a kind of problem: what it says, when it happens and what to do; and the same for machines. */
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type ProblemHelp, problemHelp, refusalHelp } from '#app/description/problem-help.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { problemType } from '#kernel/problem.ts'
import type { ProblemKind } from '#server/openapi/problem-kinds.ts'

type Call = { readonly tag: string; readonly endpoint: Endpoint }

const helpFor = ({ kind }: ProblemKind): ProblemHelp => problemHelp[kind] ?? refusalHelp

export function machineProblem(problem: ProblemKind) {
  const { kind, statuses, titles, facts, calls } = problem
  return {
    type: problemType(kind),
    statuses,
    titles,
    facts,
    ...helpFor(problem),
    operations: calls.map(({ endpoint }) => endpoint.id),
  }
}

export function problemPage(product: string, problem: ProblemKind, calls: readonly Call[]): string {
  const { kind, statuses, titles } = problem
  const { when, todo } = helpFor(problem)
  const [title = kind] = titles
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', null, `${kind} · ${product}`),
    h('link', { rel: 'icon', href: '/favicon.svg' }),
    h('link', { rel: 'stylesheet', href: '/api-docs/page.css' }),
  )
  const header = h(
    'header',
    { className: 'top' },
    h('a', { href: '/' }, product),
    h('span', null, 'Problemas'),
    h('nav', null, h('a', { href: '/api/docs' }, 'API')),
  )
  const main = h(
    'main',
    { className: 'problem' },
    h('p', { className: 'soft' }, h('code', null, problemType(kind)), ` · HTTP ${statuses.join(', ')}`),
    h('h1', null, title),
    titles.slice(1).map(other => h('p', { key: other }, `También: ${other}`)),
    h('h2', null, 'Cuándo ocurre'),
    h('p', null, when),
    callList(calls),
    h('h2', null, 'Qué hacer'),
    h('p', null, todo),
  )
  return `<!doctype html>${renderToStaticMarkup(h('html', { lang: 'es' }, head, h('body', null, header, main)))}`
}

function callList(calls: readonly Call[]): ReactNode {
  if (calls.length === 0) return null
  const items = calls.map(({ tag, endpoint }) =>
    h('li', { key: endpoint.id }, `${tag}: `, h('code', null, `${endpoint.method} ${endpoint.path}`)),
  )
  return h('ul', null, items)
}
