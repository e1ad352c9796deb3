// Constancias as tests ask for them, read them on paper and check them.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { pdfText } from '#tests/support/pdf-text.ts'
import type { WholeProduct } from '#tests/support/product.ts'

/** Calls about Constancias; `usual` asks for them unless a call says who does. */
export function certificatesIn(app: WholeProduct, usual: string) {
  const issue = (id: string, as: string | undefined = usual, key?: string) =>
    app.ask(`/api/documents/${id}/certificates`, { method: 'POST', as, body: {}, ...(key ? { key } : {}) })
  const download = (url: string) => app.http.inject({ method: 'GET', url })
  const check = (body: object) => app.ask('/api/certificates/check', { method: 'POST', body })
  /** A Constancia that was issued: its link, its file, and what the file says. */
  const issued = async (id: string, as = usual) => {
    const { status, body } = await issue(id, as)
    expect(status, JSON.stringify(body)).toBe(200)
    const file = (await download(body.url)).rawPayload
    const text = pdfText(file)
    const code = /Código: ([0-9A-Z-]{30})/.exec(text)?.[1] ?? ''
    const sha256 = createHash('sha256').update(file).digest('hex')
    return { url: String(body.url), file, text, said: text.replaceAll(/\s+/g, ' '), code, sha256 }
  }
  return { issue, download, check, issued }
}
