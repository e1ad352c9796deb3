/** Making of a project, by an administrator. */

import { mayCreate as mayCreateOne } from '#features/companies/rules.ts'
import { lockCompany, takeNumber } from '#features/companies/store.ts'
import { partiesActive } from '#features/contracts/store.ts'
import { onlyEligible } from '#features/projects/commands/ineligible.ts'
import { projectFact } from '#features/projects/facts.ts'
import { separateDuties } from '#features/projects/rules/granting.ts'
import { mayCreate } from '#features/projects/rules.ts'
import { eligibleInvitations, saveInvited } from '#features/projects/store/invited.ts'
import { eligiblePeople, readGloballyAppointed, saveAppointed } from '#features/projects/store/people.ts'
import {
  countActiveProjects,
  executorMayApprove,
  insertProject,
  readContractsToTie,
  tieContracts,
} from '#features/projects/store/projects.ts'
import type { createProject as endpoint } from '#features/projects/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { displayId } from '#kernel/ids.ts'
import { moneyFromText } from '#kernel/money.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Content = BodyOf<typeof endpoint>

/** Makes a project of a client, tied to contracts of that client, with its approvers and executors. */
export async function createProject(
  tx: TenantTx,
  actor: Actor,
  content: Content,
): Promise<{ id: string } | Refusal> {
  const may = mayCreate(actor)
  if (may !== true) return may
  const hasRoom = mayCreateOne(await lockCompany(tx), 'projects', await countActiveProjects(tx))
  if (hasRoom !== true) return hasRoom
  const parties = await partiesActive(tx, content.clientId, null)
  if (!parties.client_active) return refuse('client_inactive')
  const currency = await commonCurrency(tx, content)
  if (isRefusal(currency)) return currency
  const mayAppoint = await mayAppointPeople(tx, content)
  if (mayAppoint !== true) return mayAppoint
  const id = displayId('PRJ', await takeNumber(tx, 'PRJ'))
  const total = moneyFromText(content.totalMinor, currencyFrom(currency))
  const { name, clientId, description, contractIds, approverIds, executorIds } = content
  const invited = { approverIds: content.invitedApproverIds, executorIds: content.invitedExecutorIds }
  await insertProject(tx, { id, name, clientId, description, total, createdBy: actor.userId })
  await tieContracts(tx, id, [...new Set(contractIds)])
  await saveAppointed(tx, id, approverIds, executorIds)
  await saveInvited(tx, id, invited, actor.userId)
  await record(
    tx,
    actor,
    projectFact('project.created', id, {
      after: {
        name,
        clientId,
        total: moneyToWire(total),
        contracts: contractIds,
        approvers: approverIds,
        executors: executorIds,
        ...invitedContent(invited),
      },
    }),
  )
  return { id }
}

/** Invitations of a project's first people, for the journal; nothing when there are none. */
const invitedContent = ({ approverIds, executorIds }: Record<'approverIds' | 'executorIds', string[]>) =>
  approverIds.length + executorIds.length === 0
    ? {}
    : { invitedApprovers: approverIds, invitedExecutors: executorIds }

/** The one currency of the contracts, which must all be of the client. */
async function commonCurrency(tx: TenantTx, { contractIds, clientId }: Content): Promise<string | Refusal> {
  const contracts = await readContractsToTie(tx, contractIds)
  const isTheClients = contracts.every(contract => contract.client_id === clientId)
  if (contracts.length !== new Set(contractIds).size || !isTheClients)
    return refuse('contract_of_other_client')
  const [currency, ...others] = new Set(contracts.map(contract => contract.currency))
  return currency === undefined || others.length > 0 ? refuse('currencies_differ') : currency
}

/** Permission to appoint the first people: all can be appointed for the client, and none approves and executes. */
async function mayAppointPeople(
  tx: TenantTx,
  { approverIds, executorIds, invitedApproverIds, invitedExecutorIds, clientId }: Content,
): Promise<true | Refusal> {
  const invited = [...new Set([...invitedApproverIds, ...invitedExecutorIds])]
  const people = [...new Set([...approverIds, ...executorIds])]
  const eligible = [
    ...(await eligibleInvitations(tx, invited, clientId)),
    ...(await eligiblePeople(tx, people, clientId)),
  ]
  const lists = { approverIds, executorIds, invitedApproverIds, invitedExecutorIds }
  const all = await onlyEligible(tx, lists, eligible)
  if (all !== true) return all
  const everywhere = await readGloballyAppointed(tx, clientId)
  return separateDuties(
    [...approverIds, ...invitedApproverIds, ...everywhere.approverIds],
    [...executorIds, ...invitedExecutorIds, ...everywhere.executorIds],
    await executorMayApprove(tx),
  )
}
