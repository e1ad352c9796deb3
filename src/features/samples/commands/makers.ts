/** Makers of the clients, providers, contracts and projects of a demo or a sample; each takes only what differs. */

import { createClient } from '#features/clients/commands.ts'
import { createContract } from '#features/contracts/commands.ts'
import type { OverrunPolicy } from '#features/contracts/rules.ts'
import { acceptInCompany } from '#features/people/commands/acceptance.ts'
import { createProject } from '#features/projects/commands.ts'
import { createProvider } from '#features/providers/commands.ts'
import type { PaymentTermsWire } from '#features/providers/wire/payment-terms.ts'
import { type CompanyHistory, unlessRefused } from '#features/samples/commands/history.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, dayFromInstant } from '#kernel/day.ts'

type Client = {
  readonly name: string
  readonly email: string
  readonly taxId?: string
  readonly phone?: string
}

/** The client's main account, whose user id is the client's id. */
export async function makeClient(
  history: CompanyHistory,
  admin: Actor,
  { phone = '', taxId = '', ...client }: Client,
): Promise<Actor> {
  const content = { ...client, taxId: taxId || null, phone: phone || null }
  const tx = history.before(190)
  const { id, invitationId } = unlessRefused(await createClient(tx, admin, content, history.invite))
  unlessRefused(await acceptInCompany(tx, invitationId, 'choosing'))
  return history.actor({ userId: id, name: client.name, role: 'client', clientId: id, providerId: null })
}

type Provider = {
  readonly name: string
  readonly taxId: string
  readonly iban?: string
  readonly clientIds: string[]
  readonly paymentTerms?: PaymentTermsWire
  readonly daysAgo?: number
}

export async function makeProvider(
  history: CompanyHistory,
  admin: Actor,
  { iban = '', daysAgo = 185, ...provider }: Provider,
): Promise<string> {
  const content = { ...provider, iban: iban || null, bic: null, email: null, phone: null, reason: null }
  return unlessRefused(await createProvider(history.before(daysAgo), admin, content)).id
}

type Contract = {
  readonly type: 'cliente' | 'proveedor'
  readonly clientId: string
  readonly providerId?: string
  readonly total: string
  readonly description: string
  readonly conditions?: string
  readonly overrunPolicy?: OverrunPolicy
  readonly daysAgo?: number
}

export const makeContract = (history: CompanyHistory, admin: Actor) => async (contract: Contract) => {
  const { total: totalMinor, conditions = '', daysAgo = 180, ...facts } = contract
  const tx = history.before(daysAgo)
  const startsOn = dayFromInstant(tx.now, history.zone)
  const dates = { startsOn, endsOn: addDays(startsOn, 540) }
  const content = {
    ...facts,
    ...dates,
    totalMinor,
    conditions: conditions || null,
    currency: history.currency,
  }
  return unlessRefused(await createContract(tx, admin, content)).id
}

type Project = {
  readonly name: string
  readonly clientId: string
  readonly total: string
  readonly contractIds: string[]
  readonly approverIds: string[]
  readonly executorIds: string[]
  readonly daysAgo?: number
}

export const makeProject =
  (history: CompanyHistory, admin: Actor) =>
  async ({ total: totalMinor, daysAgo = 170, ...project }: Project) => {
    const nobodyInvited = { invitedApproverIds: [], invitedExecutorIds: [] }
    const content = { ...project, ...nobodyInvited, totalMinor, description: null }
    return unlessRefused(await createProject(history.before(daysAgo), admin, content)).id
  }
