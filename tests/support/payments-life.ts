// A random life of payments between a company and its bank, move by move, each held against what the policy says of it.
import { expect } from 'vitest'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { sql } from '#server/database/sql.ts'
import { asSeen } from '#tests/support/bank-desk.ts'
import { dayFromToday } from '#tests/support/days.ts'
import {
  type Batch,
  bringBack,
  isPayable,
  keptOf,
  type Life,
  leftOf,
  lineKey,
  type Move,
  nextPayment,
  partsOf,
  pay,
  pick,
  reject,
  statementOf,
  type TellingFormat,
} from '#tests/support/payments-model.ts'

/** Does a move, and holds its answer against the policy. */
export async function play(life: Life, step: Move): Promise<void> {
  switch (step.do) {
    case 'order':
      return order(life, step)
    case 'pay':
    case 'bounce':
      return byHand(life, step)
    case 'batch':
      return makeBatch(life, step)
    case 'release':
    case 'send':
    case 'confirm':
    case 'cancel':
      return handleBatch(life, step)
    case 'retry': {
      const one = pick(life.orders, step.at)
      if (!one) return
      const path = `/api/documents/${one.id}/execution/retry`
      life.expectAnswer('retry', one.isRejected, await life.post(path, life.hand(0), { revision: 1 }))
      one.isRejected = false
      return
    }
    case 'note':
      return askForNote(life, step)
    case 'apply':
      return applyNote(life, step.at)
    case 'move': {
      const one = pick(life.payments(), step.at)
      const amount = one?.payment.minor ?? 777
      life.moved(step.isBack ? amount : -amount, null, step.isBack)
      return
    }
    case 'import':
      return importSome(life, step.format, step.at)
    case 'settle':
      await settle(life, step.count)
      return
    case 'again':
      return settleAgain(life)
    case 'explain':
    case 'reopen':
      return putAside(life, step)
  }
}

async function order(life: Life, { minor: whole, parts }: Extract<Move, { do: 'order' }>): Promise<void> {
  const amounts = partsOf(whole, parts)
  const planned = amounts.map((each, index) => ({ dueOn: dayFromToday(index), amountMinor: String(each) }))
  const over = { amountMinor: String(whole), ...(parts === 1 ? {} : { payments: planned }) }
  const id = await life.company.desk.orders.approved(over)
  const payments = amounts.map((each, index) => ({ number: index + 1, minor: each }))
  life.orders.push({
    id,
    payments: payments.map(each => ({ ...each, made: 0, stands: false, sentAs: null })),
    isRejected: false,
    batch: null,
    notes: [],
  })
}

/** No more is credited than is left of the order, of which nothing needs to be paid yet. */
async function askForNote(life: Life, { at, minor }: Extract<Move, { do: 'note' }>): Promise<void> {
  const one = pick(life.orders, at)
  if (!one) return
  const { cast, desk } = life.company
  const asked = { revision: 1, name: 'Abono', amountMinor: String(minor), duplicateReason: 'Es otro abono' }
  const answer = await life.post(`/api/documents/${one.id}/credit-notes`, cast.client, asked)
  if (!one.isRejected && minor > leftOf(one)) return expect(answer.status).toBe(422)
  life.expectAnswer('note', !one.isRejected, answer)
  if (one.isRejected) return
  const { id } = answer.body
  for (const approver of cast.approvers) expect((await desk.orders.decide(id, approver)).status).toBe(200)
  one.notes.push({ id, minor, isApplied: false })
}

/** A credit note is confirmed once as much was paid of its order. */
async function applyNote(life: Life, at: number): Promise<void> {
  const found = pick(life.notes(), at)
  if (!found) return
  const { order: one, note } = found
  const as = life.hand(0)
  const may = !note.isApplied && note.minor <= keptOf(one)
  const proofFileId = await life.company.desk.upload(proof, as, 'abono.pdf')
  life.expectAnswer('apply', may, await life.company.desk.orders.confirm(note.id, as, { proofFileId }))
  note.isApplied ||= may
}

const proof = Buffer.from(simplePdf(['Comprobante']))

async function byHand(life: Life, step: Extract<Move, { do: 'pay' | 'bounce' }>): Promise<void> {
  const found = pick(life.payments(), step.at)
  if (!found) return
  const { order: one, payment } = found
  const as = life.hand(0)
  if (step.do === 'bounce') {
    // An amount that a credit note gave back already does not come back again.
    const may = payment.stands && payment.minor <= keptOf(one)
    const asked = { payment: payment.number, attempt: Math.max(payment.made, 1), reason: 'Cuenta cerrada' }
    const body = { revision: 1, returnedOn: dayFromToday(), ...asked }
    life.expectAnswer('bounce', may, await life.post(`/api/documents/${one.id}/execution/return`, as, body))
    if (!may) return
    bringBack(one, payment)
    return life.moved(payment.minor, payment.sentAs, true)
  }
  const may = isPayable(one) && !payment.stands
  const proofFileId = await life.company.desk.upload(proof, as, 'comprobante.pdf')
  const over = { payment: one.payments.length === 1 ? null : payment.number, proofFileId }
  life.expectAnswer('pay', may, await life.company.desk.orders.confirm(one.id, as, over))
  if (!may) return
  pay(one, payment)
  payment.sentAs = null
  life.moved(-payment.minor, null, false)
}

async function makeBatch(life: Life, step: Extract<Move, { do: 'batch' }>): Promise<void> {
  const chosen = [...new Set(step.at.flatMap(place => pick(life.orders, place) ?? []))]
  if (chosen.length === 0) return
  const may = chosen.every(isPayable)
  const documentIds = chosen.map(({ id }) => id)
  const answer = await life.acts.make(life.hand(step.maker), { documentIds })
  life.expectAnswer('batch', may, answer)
  if (!may) return
  const items = chosen.flatMap(one => {
    const payment = nextPayment(one)
    return payment ? [{ order: one, payment }] : []
  })
  const state = { isReleased: false, isDownloaded: false, isCancelled: false, isBegun: false }
  const batch = { id: answer.body.id, maker: step.maker, items, ...state }
  for (const one of chosen) one.batch = batch
  life.batches.push(batch)
}

type Handling = Extract<Move, { do: 'release' | 'send' | 'confirm' | 'cancel' }>

async function handleBatch(life: Life, step: Handling): Promise<void> {
  const batch = pick(life.batches, step.at)
  if (!batch) return
  const { id, maker, isReleased, isDownloaded, isCancelled, isBegun } = batch
  const waiting = batch.items.filter(item => item.order.batch === batch)
  switch (step.do) {
    case 'release': {
      const may = step.who !== maker && !isReleased && !isCancelled
      life.expectAnswer('release', may, await life.acts.release(id, life.hand(step.who)))
      batch.isReleased ||= may
      return
    }
    case 'send': {
      const may = isReleased && !isCancelled
      life.expectAnswer('send', may, await life.acts.download(id, life.hand(maker)))
      if (!may || isDownloaded) return
      batch.isDownloaded = true
      return sent(life, batch)
    }
    case 'confirm': {
      const may = isDownloaded && !isCancelled && waiting.length > 0
      const documentIds = batch.items.map(item => item.order.id)
      const answer = await life.acts.confirm(id, life.hand(0), { documentIds })
      life.expectAnswer('confirm', may, answer)
      if (!may) return
      for (const { documentId, confirmed } of answer.body.items) {
        const item = waiting.find(each => each.order.id === documentId)
        expect([documentId, confirmed === true]).toEqual([documentId, item !== undefined])
        if (item) pay(item.order, item.payment)
      }
      return
    }
    case 'cancel': {
      const may = !isCancelled && !isBegun
      // Whoever has the file may have sent it.
      const who = isDownloaded ? 1 - maker : maker
      life.expectAnswer('cancel', may, await life.acts.cancel(id, life.hand(who)))
      if (!may) return
      batch.isCancelled = true
      for (const item of waiting) item.order.batch = null
    }
  }
}

/** The bank has the file, and pays what waits of it. */
async function sent(life: Life, batch: Batch): Promise<void> {
  const { items } = await life.acts.detail(batch.id, life.hand(0))
  const names = new Map<string, string>(
    items.map((each: { documentId: string; endToEndId: string }) => [each.documentId, each.endToEndId]),
  )
  for (const { order: one, payment } of batch.items) {
    payment.sentAs = names.get(one.id) ?? null
    if (one.batch === batch) life.moved(-payment.minor, payment.sentAs, false)
  }
}

/** Imports a file of the movements at these places. */
export async function importSome(life: Life, as: TellingFormat, places: readonly number[]): Promise<void> {
  const chosen = [...new Set(places.flatMap(place => pick(life.money, place) ?? []))]
  if (chosen.length === 0) return
  const bytes = statementOf(as, chosen)
  const isNew = !life.files.has(bytes.toString('latin1'))
  const answer = await life.company.desk.imported(bytes)
  life.expectAnswer('import', isNew, answer)
  if (!isNew) return
  life.files.add(bytes.toString('latin1'))
  const fresh = chosen.filter(each => !life.told.has(lineKey(each, as)))
  for (const each of fresh) life.told.add(lineKey(each, as))
  expect(answer.body).toMatchObject({ lines: chosen.length, fresh: fresh.length })
}

/** Settles so many of the lines that wait and may be settled; says how many were. */
export async function settle(life: Life, count: number): Promise<number> {
  const seen = (await life.company.desk.lines()).filter(({ can }) => can.settle === true).slice(0, count)
  if (seen.length === 0) return 0
  life.stale = seen
  const answer = await life.company.desk.settle(seen)
  life.expectAnswer('settle', true, answer)
  let settled = 0
  for (const item of answer.body.items) {
    const line = seen.find(({ id }) => id === item.lineId)
    if (item.settled !== true || !line) continue
    settled += 1
    for (const { documentId, payment: number } of line.payments) {
      const { order: one, payment } = life.find(documentId, number)
      if (line.kind === 'returned') bringBack(one, payment)
      else if (line.kind === 'rejected') reject(one)
      else pay(one, payment)
    }
  }
  return settled
}

/** A settled line is settled no second time, by whoever still sees it as it was. */
async function settleAgain(life: Life): Promise<void> {
  const decided = new Set(
    (
      await life.bank.app.owner.run<{ id: string }>(sql`
        select id from bank_line where company_id = ${life.company.cast.companyId} and state = 'settled'`)
    ).map(({ id }) => id),
  )
  const lines = life.stale.filter(({ id }) => decided.has(id))
  if (lines.length === 0) return
  const { body } = await life.post('/api/bank/lines/settlement', life.hand(0), { lines: lines.map(asSeen) })
  for (const { settled } of body.items) expect(settled).toMatchObject({ refused: 'line_decided' })
}

async function putAside(life: Life, step: Extract<Move, { do: 'explain' | 'reopen' }>): Promise<void> {
  const path = (id: string, what: string) => `/api/bank/lines/${id}/${what}`
  if (step.do === 'reopen') {
    const id = life.explained.pop()
    if (id) life.expectAnswer('reopen', true, await life.post(path(id, 'reopening'), life.hand(0), {}))
    return
  }
  const line = pick(await life.company.desk.lines(), step.at)
  if (!line) return
  const body = { explanation: 'De otra cosa' }
  life.expectAnswer('explain', true, await life.post(path(line.id, 'explanation'), life.hand(0), body))
  life.explained.push(line.id)
}
