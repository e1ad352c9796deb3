// Whole lives of orders while something goes on beside them: sent, approved by two and paid, without pause, and when
// each answer came.
import { expect } from 'vitest'
import { askDatabase } from '#tests/support/at-work.ts'
import { dayFromToday } from '#tests/support/days.ts'
import type { Talk } from '#tests/support/talk.ts'

const actions = {
  submitted: 'document.submitted',
  approved: 'approval.decided',
  confirmed: 'execution.confirmed',
}
type Step = keyof typeof actions

/** A step that was answered with 200, and the instant of the answer. */
export type Acknowledged = { readonly name: string; readonly step: Step; readonly at: number }

export type Lives = {
  readonly acknowledged: readonly Acknowledged[]
  /** Answers that were not 200. */
  readonly faults: readonly string[]
  end(): Promise<void>
}

/** So many people of the demo who each live one order after the other. */
export async function startLives(talk: Talk, workers: number): Promise<Lives> {
  const acknowledged: Acknowledged[] = []
  const faults: string[] = []
  let isOver = false
  const [client = '', marta = '', diego = '', treasurer = ''] = await Promise.all(
    ['cliente', 'marta', 'diego', 'tesoreria'].map(name => talk.signIn(name)),
  )
  const live = async (worker: number, turn: number) => {
    const name = `Vida ${worker}-${turn}.`
    const does = async (step: Step, path: string, as: string, body: object) => {
      const answer = await talk.post(path, as, body)
      if (answer.status === 200) acknowledged.push({ name, step, at: Date.now() })
      else faults.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    const order = { projectId: 'PRJ-001', type: 'gasto', name, providerId: 'PRV-001', amountMinor: '100' }
    const sent = { ...order, duplicateReason: 'Son entregas distintas' }
    const { id } = await does('submitted', '/api/documents', client, sent)
    for (const approver of [marta, diego])
      await does('approved', `/api/documents/${id}/decision`, approver, { revision: 1, decision: 'approve' })
    const payment = { revision: 1, executedOn: dayFromToday(), reference: 'TRF' }
    await does('confirmed', `/api/documents/${id}/execution`, treasurer, payment)
  }
  const working = Array.from({ length: workers }, async (_, worker) => {
    for (let turn = 0; !isOver; turn++) await live(worker, turn)
  })
  return {
    acknowledged,
    faults,
    end: async () => {
      isOver = true
      await Promise.all(working)
    },
  }
}

/** The steps that the journal of a database does not tell as often as they were acknowledged. */
export async function stepsWithout(url: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const rows = await askDatabase<{ name: string; action: string; count: number }>(
    url,
    `select d.name, e.action, count(*)::int as count from document d
     join event e on e.company_id = d.company_id and e.object_type = 'document' and e.object_id = d.id
     where d.name = any ($1) group by 1, 2`,
    [acknowledged.map(({ name }) => name)],
  )
  const told = new Map(rows.map(({ name, action, count }) => [`${name} ${action}`, count]))
  const steps = Map.groupBy(acknowledged, ({ name, step }) => `${name} ${actions[step]}`)
  expect(steps.size).toBeGreaterThan(0)
  return [...steps].filter(([step, all]) => (told.get(step) ?? 0) < all.length).map(([step]) => step)
}
