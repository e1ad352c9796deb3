/** Rows of projects, with their contracts and the people who approve, execute and order in them. */
import { grantPermissions } from '#features/appointments/commands/grant-permissions.ts'
import {
  contractNoun,
  nobody,
  onlyOne,
  readClient,
  readSeveral,
  soundId,
} from '#features/imports/commands/lookups.ts'
import { type People, readPeople } from '#features/imports/commands/people-cells.ts'
import {
  answered,
  cellFaults,
  faulty,
  type KindOfRow,
  keyed,
  type Made,
  madeFrom,
  type RowTexts,
} from '#features/imports/commands/row.ts'
import { listed, readAmount } from '#features/imports/rules/cells.ts'
import { contractsNamed, type NamedContract, projectsNamed } from '#features/imports/store/names.ts'
import { isProjectTouched } from '#features/imports/views/untouched.ts'
import { changeProject } from '#features/projects/commands/change-project.ts'
import { createProject } from '#features/projects/commands.ts'
import { lockProject } from '#features/projects/store/projects.ts'
import { projectWords } from '#features/projects/text.ts'
import { NewProjectWire } from '#features/projects/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Currency, formatMoney, moneyFromText } from '#kernel/money.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'
import { currencyFrom } from '#kernel/wire.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const projectKind: KindOfRow = {
  rowsAtOnce: 1,
  make: async (tx, actor, texts) => {
    const cells = await readCells(tx, texts)
    const body = bodyFrom(cells, texts)
    const make = async (content: Body) => {
      const made = await makeNew(tx, actor, content)
      const whole = 'faults' in made ? made : await letOrder(tx, actor, made.id, content, cells.requesters)
      return 'faults' in whole ? whole : { ...whole, note: noteFrom(cells, content) }
    }
    const columnByField = {
      clientId: 'client',
      totalMinor: 'total',
      contractIds: 'contracts',
      approverIds: 'approvers',
      executorIds: 'executors',
    }
    const { contracts, approvers, executors, requesters, client, total } = cells
    const reads = { client, total, contracts, approvers, executors, requesters }
    return madeFrom({ wire: NewProjectWire, body, columnByField, make }, cellFaults(reads))
  },
  keys: ({ client = '', contracts = '', name = '' }) =>
    name === '' ? [] : keyed('name', 'proyecto', [client || contracts, name].map(fold).join(' · ')),
  undo,
}

type Body = (typeof NewProjectWire)['_output']
type Cells = Awaited<ReturnType<typeof readCells>>

async function readCells(tx: TenantTx, texts: RowTexts) {
  const named = await readClient(tx, texts.client ?? '')
  const contracts = await findContracts(tx, texts.contracts ?? '', named.value?.id ?? null)
  const [main] = contracts.found
  const currency: Currency = main === undefined ? 'EUR' : currencyFrom(main.currency)
  // A contract says whose it is.
  const clientId = named.value?.id ?? main?.clientId ?? null
  return {
    client: named,
    clientId: named.fault === null ? (clientId ?? undefined) : soundId(named, nobody.client),
    contracts: { ...contracts, value: contracts.found },
    currency,
    total: readAmount(texts.total ?? '', currency),
    approvers: await readPeople(tx, texts.approvers ?? '', clientId),
    executors: await readPeople(tx, texts.executors ?? '', clientId),
    requesters: await readPeople(tx, texts.requesters ?? '', clientId, 'members'),
  }
}

/** Contracts by their codes or descriptions: one whose description has a sign between things, or several. */
async function findContracts(tx: TenantTx, text: string, clientId: string | null) {
  const find = (one: string) => contractsNamed(tx, one, clientId)
  const isOne = (await find(text)).length > 0
  return readSeveral<NamedContract>(isOne ? [text] : listed(text), async one =>
    onlyOne(one, await find(one), contractNoun),
  )
}

/** The body of the call. Without a total, the project has that of its main contract. */
function bodyFrom(
  { clientId, contracts, total, approvers, executors }: Cells,
  { name, description = '' }: RowTexts,
) {
  const [main] = contracts.found
  const digits = total.value ?? main?.totalMinor ?? ''
  return {
    name,
    clientId: clientId ?? '',
    totalMinor: total.fault === null && (digits !== '' || contracts.fault === null) ? digits : '1',
    description,
    contractIds: contracts.fault === null ? contracts.found.map(({ id }) => id) : [nobody.contract],
    approverIds: approvers.userIds,
    executorIds: executors.userIds,
    invitedApproverIds: approvers.invitationIds,
    invitedExecutorIds: executors.invitationIds,
  }
}

async function makeNew(tx: TenantTx, actor: Actor, body: Body): Promise<Made> {
  const same = (await projectsNamed(tx, body.name)).find(
    ({ clientId, isActive, name }) =>
      isActive && clientId === body.clientId && fold(name) === fold(body.name),
  )
  if (same !== undefined) return { ...faulty('name', `Ya existe: es ${same.id}`), isExisting: true }
  return answered(await createProject(tx, actor, body), ({ id }) => id, projectWords, {
    fields: {
      client_inactive: 'client',
      contract_of_other_client: 'contracts',
      currencies_differ: 'contracts',
      approver_is_executor: 'executors',
      person_not_eligible: 'approvers',
    },
  })
}

/** Lets people order in the new project, beside what they are appointed to in it. */
async function letOrder(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
  { approverIds, executorIds }: Body,
  { userIds }: People,
): Promise<Made> {
  for (const userId of userIds) {
    const appointed = [
      ...(approverIds.includes(userId) ? ['approve' as const] : []),
      ...(executorIds.includes(userId) ? ['execute' as const] : []),
    ]
    const granted = await grantPermissions(tx, actor, { projectId, userId }, ['view', 'edit', ...appointed])
    if (isRefusal(granted)) return faulty('requesters', projectWords(granted))
  }
  return { id: projectId }
}

function noteFrom(
  { contracts, currency, approvers, executors, requesters }: Cells,
  { totalMinor }: Body,
): string {
  const list = (verb: string, { names }: People) =>
    names.length === 0 ? [] : [`${verb}: ${names.join(', ')}`]
  const [main] = contracts.found
  return [
    `${formatMoney(moneyFromText(totalMinor, currency))}, de ${main?.clientName}, con ${contracts.found.map(({ id }) => id).join(', ')}`,
    ...list('Aprueban', approvers),
    ...list('Ejecutan', executors),
    ...list('Piden', requesters),
  ].join('. ')
}

async function undo(tx: TenantTx, actor: Actor, id: string): Promise<true | string> {
  const project = await lockProject(tx, id)
  if (project === null || project.status === 'inactive') return 'Ya estaba inactivo'
  if (await isProjectTouched(tx, id)) return 'Ya se ha usado o cambiado'
  const { updatedAt: seen, ...content } = project
  const changed = await changeProject(tx, actor, id, { ...content, status: 'inactive', seen })
  return isRefusal(changed) ? projectWords(changed) : true
}
