// Generated companies: people of every role and standing, projects, contracts, orders with seats, delegations; also
// such as the program would never make. A predicate in SQL and its twin in rules must agree on whatever there is.
import fc from 'fast-check'
import type { Stage } from '#features/approvals/rules.ts'
import { coverages, type Delegation } from '#features/delegations/rules.ts'
import { roleAffiliation } from '#features/people/rules.ts'
import {
  type GlobalPermission,
  globalPermissions,
  heldIn,
  type Permission,
  type Permitted,
  permissions,
  type Standing,
} from '#features/projects/rules.ts'
import { type Actor, type Role, roles } from '#kernel/actor.ts'
import { addDays, dayFromInstant } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import { type Money, money } from '#kernel/money.ts'
import { clock } from '#server/clock.ts'

const zone = 'Europe/Madrid'
const peopleCount = 7
const projectCount = 4

/** Of ten, this many. */
const often = (times: number) => fc.nat(9).map(n => n < times)
const person = fc.nat(peopleCount - 1)
const amount = fc.record({
  minor: fc.integer({ min: 1, max: 100 }),
  currency: fc.constantFrom('EUR' as const, 'USD' as const),
})

const generatedPerson = fc.record({
  role: fc.constantFrom<Role>(...roles),
  client: fc.option(fc.nat(1)),
  provider: fc.option(fc.nat(1)),
  isMember: often(8),
  isAccount: often(8),
  everywhere: fc.subarray<GlobalPermission>([...globalPermissions], { maxLength: 2 }),
  named: fc.uniqueArray(
    fc.record({ project: fc.nat(projectCount - 1), permission: fc.constantFrom<Permission>(...permissions) }),
    { maxLength: 3, selector: ({ project, permission }) => `${project} ${permission}` },
  ),
})

const generatedSeat = fc.record({
  approver: person,
  status: fc.constantFrom(
    'pending' as const,
    'pending' as const,
    'approved' as const,
    'rejected' as const,
    'skipped' as const,
    'void' as const,
  ),
  decider: fc.option(person),
})

const generatedStage = fc.record({
  turn: fc.integer({ min: 1, max: 2 }),
  mode: fc.constantFrom('any' as const, 'all' as const),
  origin: fc.constantFrom('general' as const, 'rule' as const, 'overrun' as const),
  seats: fc.uniqueArray(generatedSeat, { minLength: 1, maxLength: 3, selector: seat => seat.approver }),
})

const generatedOrder = fc.record({
  project: fc.nat(projectCount - 1),
  provider: fc.nat(1),
  amount,
  isOpen: often(8),
  authors: fc.uniqueArray(person, { minLength: 1, maxLength: 2 }),
  stages: fc.array(generatedStage, { minLength: 1, maxLength: 3 }),
})

const generatedDelegation = fc.record({
  from: person,
  /** So many places after the giver. */
  to: fc.integer({ min: 1, max: peopleCount - 1 }),
  startsIn: fc.integer({ min: -3, max: 2 }),
  days: fc.nat(4),
  covers: fc.constantFrom(...coverages),
  max: fc.option(amount),
  isEnded: often(2),
})

export const generatedWorld = fc.record({
  executorMayApprove: often(3),
  people: fc.array(generatedPerson, { minLength: peopleCount, maxLength: peopleCount }),
  projects: fc.array(fc.record({ client: fc.nat(1), provider: fc.option(fc.nat(1)), isTied: often(8) }), {
    minLength: projectCount,
    maxLength: projectCount,
  }),
  orders: fc.array(generatedOrder, { minLength: 1, maxLength: 4 }),
  delegations: fc.array(generatedDelegation, { maxLength: 8 }),
})

export type Generated = typeof generatedWorld extends fc.Arbitrary<infer Value> ? Value : never

export type WorldPerson = Permitted & {
  readonly isMember: boolean
  readonly isAccount: boolean
  readonly providerId: string | null
  readonly named: readonly { readonly projectId: string; readonly permission: Permission }[]
}
export type WorldProject = { readonly id: string; readonly clientId: string; readonly contractId: string }
export type WorldContract = {
  readonly id: string
  readonly clientId: string
  readonly providerId: string | null
  /** The project that is tied to it. */
  readonly projectId: string | null
}
export type WorldOrder = {
  readonly id: string
  readonly number: number
  readonly projectId: string
  readonly contractId: string
  readonly clientId: string
  readonly providerId: string
  readonly amount: Money
  readonly state: 'in_approval' | 'returned'
  /** Who wrote its revisions, the first one first. */
  readonly authorIds: readonly string[]
  readonly stages: readonly Stage[]
}

export type World = {
  readonly companyId: string
  readonly clientIds: readonly string[]
  readonly executorMayApprove: boolean
  readonly people: readonly WorldPerson[]
  readonly projects: readonly WorldProject[]
  readonly contracts: readonly WorldContract[]
  readonly orders: readonly WorldOrder[]
  readonly delegations: readonly Delegation[]
}

/** The generated company under this id, with ids of its own for all that is in it. */
export function worldOf(companyId: string, generated: Generated): World {
  const clientIds = [newId(), newId()]
  const people = generated.people.map((person, index) => personOf(person, index, clientIds))
  const idOf = (index: number) => at(people, index % peopleCount).userId
  const contracts = generated.projects.map(({ client, provider, isTied }, index) => ({
    id: `CTR-00${index + 1}`,
    clientId: at(clientIds, client),
    providerId: providerOf(provider),
    projectId: isTied ? projectOf(index) : null,
  }))
  const projects = contracts.map(({ id, clientId }, index) => ({
    id: projectOf(index),
    clientId,
    contractId: id,
  }))
  const today = dayFromInstant(clock.now(), zone)
  return {
    companyId,
    executorMayApprove: generated.executorMayApprove,
    clientIds,
    people,
    contracts,
    projects,
    orders: generated.orders.map((order, index) => orderOf(order, index, at(projects, order.project), idOf)),
    delegations: generated.delegations.map(({ from, to, startsIn, days, covers, max, isEnded }) => ({
      id: newId(),
      fromId: idOf(from),
      toId: idOf(from + to),
      startsOn: addDays(today, startsIn),
      endsOn: addDays(today, startsIn + days),
      covers,
      max: max && money(BigInt(max.minor), max.currency),
      isEnded,
    })),
  }
}

function personOf(
  { role, client, provider, isMember, isAccount, everywhere, named }: Generated['people'][number],
  index: number,
  clientIds: readonly string[],
): WorldPerson {
  const place = roleAffiliation(role)
  return {
    userId: newId(),
    name: `Persona ${index}`,
    email: `${newId()}@mundo.example`,
    role,
    active: isMember && isAccount,
    isMember,
    isAccount,
    clientId: client === null || place === 'provider' || role === 'admin_saas' ? null : at(clientIds, client),
    providerId: place === 'provider' ? providerOf(provider) : null,
    own: [],
    everywhere,
    named: named.map(({ project, permission }) => ({ projectId: projectOf(project), permission })),
  }
}

function orderOf(
  { provider, isOpen, authors, stages, amount: { minor, currency } }: Generated['orders'][number],
  index: number,
  { id: projectId, clientId, contractId }: WorldProject,
  idOf: (index: number) => string,
): WorldOrder {
  return {
    id: `DOC-00${index + 1}`,
    number: index + 1,
    projectId,
    contractId,
    clientId,
    providerId: `PRV-00${provider + 1}`,
    amount: money(BigInt(minor), currency),
    state: isOpen ? 'in_approval' : 'returned',
    authorIds: authors.map(idOf),
    stages: stages.map(({ seats, ...stage }, place) => ({
      ...stage,
      stage: place + 1,
      needed: stage.mode === 'all' ? seats.length : 1,
      seats: seats.map(({ approver, status, decider }) => {
        const isDecided = status === 'approved' || status === 'rejected'
        const decidedById = isDecided && decider !== null && decider !== approver ? idOf(decider) : null
        return { id: newId(), approverId: idOf(approver), status, decidedById }
      }),
    })),
  }
}

const providerOf = (index: number | null) => (index === null ? null : `PRV-00${index + 1}`)
const projectOf = (index: number) => `PRJ-00${index + 1}`

function at<Item>(list: readonly Item[], index: number): Item {
  const found = list[index]
  if (found === undefined) throw new Error(`nothing at ${index}`)
  return found
}

export const actorOf = (
  { companyId }: Pick<World, 'companyId'>,
  { userId, name, role, clientId, providerId }: WorldPerson,
): Actor => ({
  userId,
  name,
  role,
  clientId,
  providerId,
  companyId,
  zone,
  sessionId: userId,
  companySuspended: false,
})

/** Permissions of the person in a project, by the rules. */
export function permissionsIn(person: WorldPerson, project: WorldProject): Permission[] {
  const own = person.named.filter(({ projectId }) => projectId === project.id).map(one => one.permission)
  return heldIn({ ...person, own }, project.clientId)
}

/** The person's standing towards a project, as the rules ask for it. */
export function standingOf(world: World, person: WorldPerson, project: WorldProject): Standing {
  const held = permissionsIn(person, project)
  return {
    clientId: project.clientId,
    permissions: held.filter(permission => permission !== 'approve'),
    isApprover: held.includes('approve'),
    isItsProvider: world.contracts.some(
      ({ projectId, providerId }) =>
        projectId === project.id && providerId !== null && providerId === person.providerId,
    ),
  }
}
