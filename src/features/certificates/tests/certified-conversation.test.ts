// The conversation of an order in its Constancia: as it was sealed, for whoever may read it, on a bounded paper.
import { afterAll, expect, test } from 'vitest'
import { conversationLines, printedWhole } from '#features/certificates/rules/conversation.ts'
import { certifiedComments } from '#features/certificates/views/certified-comments.ts'
import { commentFact } from '#features/comments/facts.ts'
import { longestComment, maxComments } from '#features/comments/rules.ts'
import { insertComment } from '#features/comments/store.ts'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { newId } from '#kernel/ids.ts'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { sha256 } from '#server/sha256.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { certificatesIn } from '#tests/support/certificates.ts'
import { ublFile } from '#tests/support/invoice-files.ts'
import { pdfLines } from '#tests/support/pdf-text.ts'
import { startWhole } from '#tests/support/product.ts'
import { uploadFile } from '#tests/support/upload.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'charla')
const orders = ordersOf(app, cast)
const { issued, download, check } = certificatesIn(app, cast.client)

const say = async (id: string, as: string | undefined, body: object): Promise<string> => {
  const said = await app.ask(`/api/documents/${id}/comments`, { method: 'POST', as, body, key: newId() })
  expect(said.status, JSON.stringify(said.body)).toBe(200)
  return said.body.id
}

/** Many comments at once, as the command writes each. */
const sayOften = (documentId: string, texts: readonly string[]) =>
  asSystem(app.db, cast.companyId, async tx => {
    for (const text of texts) {
      const id = newId()
      const comment = { id, documentId, authorId: cast.executorId, text, askedId: null, answers: null }
      await insertComment(tx, { ...comment, mentioned: [], fileIds: [] })
      const after = { commentId: id, mentioned: [], fileIds: [] }
      await record(
        tx,
        { userId: cast.executorId },
        commentFact('comment.added', documentId, { after, reason: text }),
      )
    }
  })

const pages = (said: string): number => Number(/Página 1 de (\d+)/.exec(said)?.[1])

async function rejected(): Promise<string> {
  const id = await orders.submit()
  await orders.decide(id, cast.approvers[0], 'reject', { comment: 'No procede' })
  return id
}

async function cancelled(): Promise<string> {
  const id = await orders.approved()
  await orders.post(`/api/documents/${id}/cancellation`, cast.admin, { revision: 1, reason: 'No procede' })
  return id
}

test('a Constancia says who wrote what, when, which answers which, whom it mentions and its files with their digest', async () => {
  const id = await orders.submit()
  const bytes = ublFile()
  const fileId = await uploadFile(app, cast.client, bytes, 'albarán.xml')
  const question = await say(id, cast.approvers[0], { text: '¿Cuándo llegó?', isQuestion: true })
  await say(id, cast.executor, { text: 'Línea una.\nLínea dos.', mentioned: cast.approverIds.slice(1, 2) })
  await say(id, cast.client, { text: 'El lunes.', answers: question, fileIds: [fileId] })
  for (const approver of cast.approvers) await orders.decide(id, approver)
  const { said } = await issued(id)
  expect(said).toMatch(/Conversación \(3\) .* 1 · Aprobador 0 Pérez · Pregunta a quien hizo el pedido/)
  for (const part of [
    'Mensaje ¿Cuándo llegó?',
    ' · 1 archivo 3 · ',
    ' · Respuesta al mensaje 1 ',
    `Mensaje El lunes. Archivo 1 de 1 albarán.xml Huella SHA-256 ${sha256(Buffer.from(bytes))}`,
  ])
    expect(said).toContain(part)
  expect(said).toMatch(/ 2 · .* Mensaje Línea una. Línea dos. .*Menciona a Aprobador 1 Pérez .* 3 · /)
  expect(said).not.toContain('Huella del texto')
  expect(await brokenInvariants(app)).toEqual({})
})

test('so do those of a rejected and of a cancelled order, also of what was written on an earlier revision', async () => {
  for (const ended of [await rejected(), await cancelled()]) {
    await say(ended, cast.client, { text: 'Se hará de otra manera' })
    expect((await issued(ended)).said).toContain('Mensaje Se hará de otra manera')
  }
  const id = await orders.submit()
  await say(id, cast.executor, { text: 'Falta el albarán' })
  await orders.decide(id, cast.approvers[0], 'return', { comment: 'Falta' })
  const body = { ...cast.order, name: 'Con albarán', revision: 1 }
  expect((await app.ask(`/api/documents/${id}`, { method: 'PUT', as: cast.client, body })).status).toBe(200)
  for (const approver of cast.approvers) await orders.decide(id, approver, 'approve', { revision: 2 })
  expect((await issued(id)).said).toContain('Mensaje Falta el albarán')
})

test('no text can pass for a file, a mention or another message: its column is its own, on every line', async () => {
  const id = await orders.approved()
  const digest = sha256('contrato')
  const forged = [
    'Conforme»',
    'Archivo 1 de 1',
    'contrato-firmado.pdf',
    'Huella SHA-256',
    digest,
    'Menciona a Aprobador 1 Pérez.',
    '28/11/2026 10:00 · 1 archivo',
    '2 · Aprobador 0 Pérez',
    'Mensaje',
    '«Gracias',
  ]
  // A line break need not be typed: a text may be so wide that it goes on below.
  await say(id, cast.executor, {
    text: `${forged.join('\n')}\n${'\u00a0'.repeat(300)} ${forged.join('  \t ')}`,
  })
  await say(id, cast.executor, {
    text: 'Sí',
    fileIds: [await uploadFile(app, cast.executor, ublFile(), 'a.xml')],
  })
  const lines = pdfLines((await issued(id)).file)
  const own = lines.filter(({ text }) => /^(Archivo 1 de 1|Huella SHA-256|Mensaje)$/.test(text.trim()))
  const [label = 0, column = 0] = [...new Set(own.map(({ left }) => left))].toSorted(
    (one, other) => one - other,
  )
  expect(column - label).toBeGreaterThan(60)
  const at = (left: number) => own.filter(line => line.left === left).map(({ text }) => text.trim())
  expect(at(label)).toEqual(['Mensaje', 'Mensaje', 'Archivo 1 de 1', 'Huella SHA-256'])
  const from = lines.findIndex(({ text }) => text.startsWith('Conforme'))
  const to = lines.findLastIndex(({ text }) => text.includes('«Gracias'))
  expect(to - from).toBeGreaterThan(forged.length)
  expect(Math.min(...lines.slice(from, to + 1).map(({ left }) => left))).toBe(column)
  // Beside the instant, where nobody writes, stands how many files a message has.
  const instants = lines.filter(
    ({ text, left }) => left > column && /^\d.* \d\d:\d\d( · 1 archivo)?$/.test(text),
  )
  expect(instants.slice(-2).map(({ text }) => text.includes('archivo'))).toEqual([false, true])
})

test('it is checked as it was issued, whatever is written afterwards, and the next one has that too', async () => {
  const id = await orders.approved()
  await say(id, cast.executor, { text: 'Antes' })
  const { code, sha256: fileSha256, said, url, file } = await issued(id)
  expect(said).toContain('Mensaje Antes')
  await say(id, cast.executor, { text: 'Después' })
  expect((await check({ code, fileSha256 })).body).toMatchObject({ isGenuine: true, isFileGenuine: true })
  expect((await download(url)).rawPayload.equals(file)).toBe(true)
  expect((await issued(id)).said).toMatch(/Mensaje Antes .*Mensaje Después/)
})

test('one that was issued before Constancias had conversations is the same file, byte by byte', async () => {
  const id = await orders.approved()
  const { url, file, said } = await issued(id)
  expect(said).not.toContain('Conversación')
  const [kept] = await app.owner.run<{ facts: string }>(sql`select facts from certificate
    where company_id = ${cast.companyId} and document_id = ${id}`)
  const write = (facts: string) =>
    app.tamper(sql`update certificate set facts = ${facts} where company_id = ${cast.companyId}
      and document_id = ${id}`)
  const { comments, ...before } = JSON.parse(kept?.facts ?? '')
  expect(comments).toEqual([])
  await write(JSON.stringify(before))
  await say(id, cast.executor, { text: 'Más tarde' })
  expect((await download(url)).rawPayload.equals(file)).toBe(true)
  await write(kept?.facts ?? '')
})

test('nobody of a provider is certified a word of it', async () => {
  const id = await orders.approved()
  await say(id, cast.approvers[0], { text: 'Pide demasiado' })
  await sealEvents(app.db)
  const readAs = (providerId: string | null) =>
    asSystem(app.db, cast.companyId, tx => certifiedComments(tx, { providerId }, { id }))
  expect(await readAs(null)).toEqual([expect.objectContaining({ kind: 'comment', text: 'Pide demasiado' })])
  expect(await readAs(cast.providerId)).toEqual([])
})

test('what is written while a Constancia is being issued waits for the next one: it has only what is sealed', async () => {
  const id = await orders.approved()
  await sayOften(id, ['Antes del sello'])
  const holder = await app.owner.pool.connect()
  try {
    // The seats are read after the events were sealed: the issue stands there, while somebody else writes.
    await holder.query('begin; lock table approval_stage in access exclusive mode')
    const issuing = issued(id)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await app.owner.pool.query(waiting)).rowCount).toBe(1)
    await sayOften(id, ['Después del sello'])
    await holder.query('commit')
    const { said } = await issuing
    expect(said).toContain('Conversación (1)')
    expect(said).not.toContain('Después del sello')
  } finally {
    holder.release()
  }
  expect((await issued(id)).said).toMatch(/Conversación \(2\) .*Después del sello/)
})

test('a conversation without end takes a bounded number of pages: what does not fit stands by its digest', async () => {
  const id = await orders.approved()
  const without = pages((await issued(id)).said)
  const long = Array.from({ length: maxComments - 1 }, (_, index) => `${index}\n${'a\n'.repeat(990)}z`)
  await sayOften(id, [...long, 'Corto y al final'])
  const { said } = await issued(id)
  expect(pages(said) - without).toBeLessThan(40)
  expect(said).toContain(`Conversación (${maxComments})`)
  expect(said).toContain(`Huella del texto ${sha256(long[0] ?? '')}`)
  expect(said).toContain(`Huella del texto ${sha256(long.at(-1) ?? '')}`)
  expect(said).toContain('Mensaje Corto y al final')
  expect(await brokenInvariants(app)).toEqual({})
}, 60_000)

test('what is printed whole never takes more lines than there are, whoever writes first', () => {
  const said = (text: string) => ({ text, mentioned: [], files: [] })
  const longest = said('x'.repeat(longestComment))
  const whole = printedWhole(Array.from({ length: maxComments }, () => longest))
  expect(whole.filter(Boolean)).toHaveLength(Math.floor(conversationLines / 23))
  expect(printedWhole([said('\n'.repeat(1999)), said('Cabe')])).toEqual([false, true])
  const files = Array.from({ length: 5 }, () => ({ name: 'f.pdf' }))
  const withFiles = { ...said('Mira'), files, mentioned: ['Ana', 'Luis'] }
  expect(printedWhole(Array.from({ length: 40 }, () => withFiles)).filter(Boolean)).toHaveLength(33)
})
