// Ten thousand orders in a project cost no more than fifty. Two companies of one database take turns, so that
// whatever else the machine does takes from both.
import { afterAll, expect, test } from 'vitest'
import { writeWords } from '#features/documents/commands/write-words.ts'
import { displayId } from '#kernel/ids.ts'
import { makeCast } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { startWhole } from '#tests/support/product.ts'
import { brokenInvariants, type invariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())

async function makeSide(name: string, count: number) {
  const cast = await makeCast(app, name, { total: '900000000000' })
  const { companyId, projectId, clientId, approverIds, executorId } = cast
  const providerIds = [cast.providerId]
  for (let n = 1; n < 12; n++)
    providerIds.push(await cast.make('/api/providers', { name: `Suministros ${n}`, clientIds: [clientId] }))
  const many = { companyId, projectId, clientId, approverIds, executorId, providerIds, count }
  await loadOrders(app, { ...many, contractId: cast.billable })
  // The program does this within two hours.
  await writeWords(app.db, { minutes: 0 })([companyId])
  return { ...cast, count }
}

type Side = Awaited<ReturnType<typeof makeSide>>
const few = await makeSide('pocos', 50)
const many = await makeSide('muchos', 10_000)

// As many rows on both sides, also of what one order in ten is: a page that is full costs more than one that is not.
const all = '/api/documents?limit=5'
const list = ({ projectId }: Side) => `${all}&projectId=${projectId}`

const ofTheJournal: readonly (keyof ReturnType<typeof invariants>)[] = [
  'every submission and decision has its event',
  'every confirmation and every cancellation has its event, and only one, and so has a payment that came back',
  'a revision says what was sealed when it was submitted, by whom and when',
  'a decision is the one that was sealed: whose, when, which and why',
  'an execution is the one that was sealed: whose, when, with what reference and proof',
  'a line of the ledger was written with an event of its order',
]

test('what was loaded keeps every invariant that the orders’ figures have', async () => {
  const broken = await brokenInvariants(app)
  // Rows loaded in bulk have no journal.
  for (const promise of ofTheJournal) delete broken[promise]
  expect(broken).toEqual({})
})

test.each<[string, (side: Side) => string]>([
  ['the list', list],
  ['all projects', () => all],
  ['the next page', side => `${list(side)}&after=DOC-040`],
  ['pending', side => `${list(side)}&status=pending`],
  ['approved', side => `${list(side)}&status=approved`],
  ['paid', side => `${list(side)}&status=paid`],
  ['rejected', side => `${list(side)}&status=rejected`],
  ['one kind', () => `${all}&type=gasto`],
  ['counts', ({ projectId }) => `/api/documents/counts?projectId=${projectId}`],
  ['a frequent word', side => `${list(side)}&q=cemento`],
  ['by amount', side => `${list(side)}&sort=-amount`],
  ['by name', side => `${list(side)}&sort=name`],
  ['by provider', side => `${list(side)}&sort=provider`],
  ['by provider downwards, pending', side => `${list(side)}&sort=-provider&status=pending`],
  ['by due day', side => `${list(side)}&sort=due`],
  ['by due day, approved', side => `${list(side)}&sort=due&status=approved`],
  ['oldest first', side => `${list(side)}&sort=date`],
  ['all projects by amount', () => `${all}&sort=-amount`],
  ['all projects by name', () => `${all}&sort=name`],
  ['one order', side => `/api/projects/${side.projectId}/documents/${displayId('DOC', side.count / 2)}`],
  ['the project', ({ projectId }) => `/api/projects/${projectId}`],
])('%s: at most twice the time', async (name, url) => {
  // A slow answer is slow each time; a busy machine is not.
  let { ratio, told } = await compared(url)
  for (let again = 0; again < 2 && ratio > 2; again++) ({ ratio, told } = await compared(url))
  if (process.env.SPEED_FIGURES) console.log(`${name.padEnd(34)}${told}`)
  expect(ratio, told).toBeLessThanOrEqual(2)
})

// Words are looked for in each order that is left (row level security lets no text index help).
test.each<[string, (side: Side) => string]>([
  ['a rare word', side => `${list(side)}&q=faro`],
  ['an absent word', side => `${list(side)}&q=${encodeURIComponent('nada de esto')}`],
  ['a word in all projects', () => `${all}&q=faro`],
])('%s: no more than a moment', async (name, url) => {
  const { told, slow } = await compared(url)
  if (process.env.SPEED_FIGURES) console.log(`${name.padEnd(34)}${told}`)
  expect(slow, told).toBeLessThan(50)
})

/** Medians of fifteen, in turns. */
async function compared(url: (side: Side) => string) {
  const times: { readonly few: number[]; readonly many: number[] } = { few: [], many: [] }
  for (let round = -2; round < 15; round++)
    for (const [name, side] of Object.entries({ few, many })) {
      const before = performance.now()
      const answer = await app.ask(url(side), { as: side.client })
      const took = performance.now() - before
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      if (round >= 0) times[name === 'few' ? 'few' : 'many'].push(took)
    }
  const [quick, slow] = [median(times.few), median(times.many)]
  const ratio = slow / quick
  return { ratio, slow, told: `${quick.toFixed(1)} ms → ${slow.toFixed(1)} ms (${ratio.toFixed(2)})` }
}

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
