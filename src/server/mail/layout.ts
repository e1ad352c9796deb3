/**
 * Layout of a mail: one column, readable without pictures, in dark mode and as plain text. Callers pass text alone;
 * React escapes it, and characters that break a line or change its direction are removed.
 */
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Letter, LetterFact } from '#kernel/letter.ts'

export type MailContent = Omit<Letter, 'to' | 'kind'> & { readonly product: string; readonly origin: string }

/** A mail in plain text and HTML. @throws when a URL is not http or https. */
export function renderMail(raw: MailContent): { subject: string; text: string; html: string } {
  const content = oneLinedContent(raw)
  return { subject: content.subject.slice(0, 200), text: renderText(content), html: renderHtml(content) }
}

function oneLinedContent({ action, after, items, facts, ...raw }: MailContent): MailContent {
  return {
    ...raw,
    subject: oneLine(raw.subject),
    greeting: oneLine(raw.greeting),
    paragraphs: raw.paragraphs.map(oneLine),
    ...(facts && {
      facts: facts.map(({ label, value }) => ({ label: oneLine(label), value: oneLine(value) })),
    }),
    ...(action && { action: { label: oneLine(action.label), url: webAddress(action.url) } }),
    ...(items && { items: items.map(({ text, url }) => ({ text: oneLine(text), url: webAddress(url) })) }),
    ...(after && { after: after.map(oneLine) }),
  }
}

/** A text without line breaks, control characters, and marks that change its direction. */
function oneLine(text: string): string {
  return text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function webAddress(text: string): string {
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('a mail leads only to the web')
  return url.href
}

function renderText({ greeting, paragraphs, facts = [], items = [], action, ...rest }: MailContent): string {
  const { after = [], product, origin } = rest
  const widest = Math.max(0, ...facts.map(({ label }) => label.length))
  const table = facts.map(({ label, value }) => `${`${label}:`.padEnd(widest + 1)} ${value}`).join('\n')
  const lines = items.map(({ text, url }) => `${text}\n${url}`)
  const link = action ? [`${action.label}:\n${action.url}`] : []
  return `${[greeting, ...paragraphs, ...(table ? [table] : []), ...lines, ...link, ...after, `-- \n${product} · ${origin}`].join('\n\n')}\n`
}

const styles = {
  body: {
    margin: 0,
    padding: '24px 16px',
    fontFamily: 'system-ui, sans-serif',
    fontSize: 16,
    lineHeight: 1.5,
  },
  column: { maxWidth: 560, margin: '0 auto' },
  product: { fontSize: 18, fontWeight: 600, margin: '0 0 24px' },
  paragraph: { margin: '0 0 16px', overflowWrap: 'anywhere' },
  button: {
    display: 'inline-block',
    padding: '12px 20px',
    borderRadius: 6,
    fontWeight: 600,
    backgroundColor: '#2147a3',
    color: '#ffffff',
    textDecoration: 'none',
  },
  small: { margin: '0 0 16px', fontSize: 14, overflowWrap: 'anywhere' },
  facts: { borderCollapse: 'collapse', width: '100%', margin: '0 0 24px' },
  factLabel: {
    padding: '6px 12px 6px 0',
    borderBottom: '1px solid #8f8b8466',
    fontSize: 14,
    fontWeight: 400,
    textAlign: 'left',
    verticalAlign: 'top',
    whiteSpace: 'nowrap',
  },
  factValue: {
    padding: '6px 0',
    borderBottom: '1px solid #8f8b8466',
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  line: { border: 0, borderTop: '1px solid #8f8b84', margin: '24px 0 16px' },
} as const

function renderHtml({
  subject,
  greeting,
  paragraphs,
  facts = [],
  items = [],
  action,
  ...rest
}: MailContent): string {
  const { after = [], product, origin } = rest
  const body = h(
    'div',
    { style: styles.column },
    h('p', { style: styles.product }, product),
    [greeting, ...paragraphs].map(paragraph),
    facts.length > 0 && factTable(facts),
    items.map(({ text, url }, key) => h('p', { key, style: styles.paragraph }, h('a', { href: url }, text))),
    action && button(action),
    after.map(paragraph),
    h('hr', { style: styles.line }),
    h('p', { style: styles.small }, `${product} · `, h('a', { href: origin }, origin)),
  )
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', null, subject),
  )
  const page = h('html', { lang: 'es' }, head, h('body', { style: styles.body }, body))
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

function paragraph(text: string, key: number): ReactNode {
  return h('p', { key, style: styles.paragraph }, text)
}

function factTable(facts: readonly LetterFact[]): ReactNode {
  const rows = facts.map(({ label, value }) =>
    h(
      'tr',
      { key: label },
      h('th', { scope: 'row', style: styles.factLabel }, label),
      h('td', { style: styles.factValue }, value),
    ),
  )
  return h('table', { style: styles.facts }, h('tbody', null, rows))
}

function button({ label, url }: { label: string; url: string }): ReactNode {
  const link = h('a', { href: url, style: styles.button }, label)
  return [
    h('p', { key: 'button', style: styles.paragraph }, link),
    h('p', { key: 'again', style: styles.small }, 'Si el botón no funciona, copia esta dirección:'),
    h('p', { key: 'address', style: styles.small }, h('a', { href: url }, url)),
  ]
}
