/** Flows of Grupo Miramar: the approvals that it asks beside its projects' approvers, and a draft of more. */

import { saveDraftOfRules } from '#features/flows/commands.ts'
import type { RuleWire } from '#features/flows/wire.ts'
import { type CompanyHistory, unlessRefused } from '#features/samples/commands/history.ts'
import { publish } from '#features/simulation/commands/publish-flow.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'

type Named = { readonly [name in 'admin' | 'keeper' | 'lucia']: Actor }

/** No order of the demo meets what is published: each shows what its project asks. The draft asks more. */
export async function buildFlows(history: CompanyHistory, { admin, keeper, lucia }: Named): Promise<void> {
  const works = (minor: string): RuleWire => ({
    id: newId(),
    name: 'Obra mayor',
    conditions: { ...anything, types: ['gasto'], from: { minor, currency: history.currency } },
    stages: [ofProject, named('Dirección', 2, 'any', [admin.userId, keeper.userId])],
  })
  const supplier: RuleWire = {
    id: newId(),
    name: 'Proveedores en prueba',
    conditions: {
      ...anything,
      providerIds: ['PRV-002'],
      cumulativeFrom: { minor: '50000000', currency: history.currency },
    },
    stages: [ofProject, named('Compras', 1, 'all', [lucia.userId])],
  }
  const published = [works('50000000'), supplier]
  const tx = history.before(2)
  const { revision } = unlessRefused(await saveDraftOfRules(tx, admin, { revision: null, rules: published }))
  unlessRefused(
    await publish(tx, admin, { revision, note: 'Acordado por dirección para las obras de más de 500.000 €' }),
  )
  const draft = [{ ...works('2000000'), name: 'Obra mayor, desde 20.000 €' }, supplier]
  unlessRefused(await saveDraftOfRules(history.before(1), admin, { revision: null, rules: draft }))
}

const anything: RuleWire['conditions'] = {
  types: [],
  clientIds: [],
  projectIds: [],
  contractIds: [],
  providerIds: [],
  requesterIds: [],
  taxCategories: [],
  costCentreIds: [],
  from: null,
  upTo: null,
  cumulativeFrom: null,
  overBudget: false,
}

const ofProject: RuleWire['stages'][number] = {
  name: 'Aprobadores del proyecto',
  turn: 1,
  mode: 'all',
  quorum: null,
  approvers: { kind: 'project_approvers' },
  deputy: null,
}

const named = (
  name: string,
  turn: number,
  mode: 'any' | 'all',
  userIds: string[],
): RuleWire['stages'][number] => ({
  name,
  turn,
  mode,
  quorum: null,
  approvers: { kind: 'users', userIds },
  deputy: null,
})
