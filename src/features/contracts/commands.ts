/** Making of a contract. */
import { ownTolerance } from '#features/companies/rules/tolerance.ts'
import { loadCompany, takeNumber } from '#features/companies/store.ts'
import { contractFact } from '#features/contracts/facts.ts'
import { contractAbilities } from '#features/contracts/rules.ts'
import {
  insertContract,
  type NewContract,
  openBudget,
  partiesActive,
  standingProvider,
} from '#features/contracts/store.ts'
import type { createContract as endpoint } from '#features/contracts/wire/calls.ts'
import { soundTerms } from '#features/providers/commands/sound-terms.ts'
import { assignProvider } from '#features/providers/commands.ts'
import { paymentTermsText } from '#features/providers/text/payment-terms.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { displayId } from '#kernel/ids.ts'
import { moneyFromText } from '#kernel/money.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Makes a contract with a client, or one for paying a provider on a client's behalf. */
export async function createContract(
  tx: TenantTx,
  actor: Actor,
  content: BodyOf<typeof endpoint>,
): Promise<{ id: string } | Refusal> {
  const { create } = contractAbilities(actor)
  if (create !== true) return create
  soundTerms(content.paymentTerms)
  const providerId = content.providerId ? await standingProvider(tx, content.providerId) : null
  const parties = await partiesActive(tx, content.clientId, providerId)
  if (!parties.client_active) return refuse('client_inactive')
  if (!parties.provider_active) return refuse('provider_inactive')
  if (providerId !== null) await assignProvider(tx, actor, content.clientId, providerId)
  const contract: NewContract = {
    ...content,
    id: displayId('CTR', await takeNumber(tx, 'CTR')),
    providerId,
    total: moneyFromText(content.totalMinor, content.currency),
    opening: content.openingMinor ? moneyFromText(content.openingMinor, content.currency) : null,
    overrunPolicy: content.overrunPolicy ?? null,
    tolerance: ownTolerance(content.tolerance ?? null, content.currency),
    chargeBasis: content.chargeBasis ?? (await loadCompany(tx)).chargeBasis,
    paymentTerms: content.paymentTerms ?? null,
    createdBy: actor.userId,
  }
  const {
    id,
    type,
    clientId,
    description,
    startsOn,
    endsOn,
    overrunPolicy,
    tolerance,
    chargeBasis,
    paymentTerms,
    total,
    opening,
  } = contract
  await insertContract(tx, contract)
  if (opening) await openBudget(tx, id, opening)
  await record(
    tx,
    actor,
    contractFact('contract.created', id, {
      after: {
        type,
        clientId,
        providerId,
        description,
        startsOn,
        endsOn,
        overrunPolicy,
        tolerance,
        chargeBasis,
        ...(paymentTerms ? { paymentTerms: paymentTermsText(paymentTerms) } : {}),
        total: moneyToWire(total),
        ...(opening ? { opening: moneyToWire(opening) } : {}),
      },
    }),
  )
  return { id }
}
