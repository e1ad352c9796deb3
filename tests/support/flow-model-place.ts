// Payee, contract and project of one run of the model of flows, and its rules as they are sent.
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Cast } from '#tests/support/cast.ts'
import type { Tolerated } from '#tests/support/flow-model-budget.ts'
import { modelCentres } from '#tests/support/flow-model-centres.ts'
import type { ModelRule, World } from '#tests/support/flow-model-words.ts'

/** The tolerance of the contract as it is sent. */
export const toleranceSent = (most: Tolerated) => ({
  rate: most === null ? 0 : 3000,
  amountMinor: String(most ?? 0),
})

/** A payee, a contract and a project of their own, so that nothing is left from the run before. */
export async function beginPlace(
  app: TestApp,
  cast: Cast,
  { policy, tolerated, opening }: Pick<World, 'policy' | 'tolerated' | 'opening'>,
) {
  const dates = { startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const providerId = await cast.make('/api/providers', { name: 'Modelo', clientIds: [cast.clientId] })
  const contractId = await cast.make('/api/contracts', {
    ...dates,
    type: 'proveedor',
    clientId: cast.clientId,
    providerId,
    description: 'Modelo',
    totalMinor: '100',
    openingMinor: opening === 0 ? null : String(opening),
    currency: 'EUR',
    overrunPolicy: policy,
    tolerance: toleranceSent(tolerated),
  })
  const projectId = await cast.make('/api/projects', {
    name: 'Modelo',
    clientId: cast.clientId,
    totalMinor: '100',
    contractIds: [contractId],
    approverIds: cast.approverIds,
    executorIds: [cast.executorId],
  })
  return { contractId, projectId, providerId, centres: await modelCentres(app, cast, policy) }
}
export type Place = Pick<Awaited<ReturnType<typeof beginPlace>>, 'projectId' | 'centres'>

/** The rules as a draft has them; `ids` are those of the people. */
export const writtenRules = (
  { projectId, centres: { ids: centreIds } }: Place,
  ids: readonly string[],
  made: readonly ModelRule[],
) =>
  made.map(({ from, cumulative, isInDollars, overBudget, centres, stages }) => {
    const threshold = (minor: number | null) =>
      minor === null ? null : { minor: String(minor), currency: isInDollars ? 'USD' : 'EUR' }
    return {
      id: newId(),
      name: 'Regla',
      conditions: {
        projectIds: [projectId],
        overBudget,
        costCentreIds: centres.map(centre => (centre === null ? 'sin_centro' : centreIds[centre])),
        from: threshold(from),
        cumulativeFrom: threshold(cumulative),
      },
      stages: stages.map(({ turn, mode, people, quorum, deputy }) => ({
        name: 'Etapa',
        turn,
        mode,
        quorum: mode === 'quorum' ? quorum : null,
        approvers: { kind: 'users', userIds: people.map(who => ids[who]) },
        deputy: deputy === null ? null : { userId: ids[deputy], afterDays: 3 },
      })),
    }
  })

/** Whom the deputy of a stage stands beside. */
export async function besideWhom(
  app: TestApp,
  { companyId }: Cast,
  { documentId, stage }: { readonly documentId: string; readonly stage: number },
): Promise<string> {
  const [found] = await app.owner.run<{ approver_id: string }>(sql`
    select y.approver_id from approval a join approval y on y.company_id = a.company_id and y.id = a.pair_id
    where a.company_id = ${companyId} and a.document_id = ${documentId} and a.stage = ${stage}
      and a.deputy_days is not null order by a.created_at desc limit 1`)
  return found?.approver_id ?? ''
}

/** The stages of an order seek their deputies again, as on another day. */
export const forgetTries = (app: TestApp, { companyId }: Cast, documentId: string) =>
  app.tamper(sql`update approval_stage set deputy_tried_on = null, deputy_refused = null
    where company_id = ${companyId} and document_id = ${documentId}`)
