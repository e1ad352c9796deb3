/** Steps that submitting and resubmitting share: from the form's content to an order that may be written. */
import { explainLikeness } from '#features/approvals/commands/duplicates.ts'
import { fitsCredited } from '#features/approvals/commands/fits-credited.ts'
import { computeRoute } from '#features/approvals/commands/route.ts'
import { countSeats, type Route } from '#features/approvals/rules/route.ts'
import { claim, mayRequest } from '#features/contracts/rules/budget.ts'
import { chargedContract, mayCharge } from '#features/contracts/rules.ts'
import { type ChargedContract, lockChargedContract } from '#features/contracts/store.ts'
import { centreForOrder, centreOfCredited } from '#features/cost-centres/commands/charge.ts'
import type { OrderCentre } from '#features/cost-centres/rules/charge.ts'
import { chargeMinor, payableMinor } from '#features/documents/rules/breakdown.ts'
import { breakdownFromDigits } from '#features/documents/rules/breakdown-digits.ts'
import { canonicalContent } from '#features/documents/rules/content.ts'
import { type Payment, paymentsByTerms, withShares } from '#features/documents/rules/payments.ts'
import { attachableFiles } from '#features/documents/store/attachable.ts'
import { type NewDocument, toRevisionContent } from '#features/documents/store/content.ts'
import { providerOfDocument, survivingProvider } from '#features/documents/store/providers.ts'
import type { LockedDocument } from '#features/documents/store.ts'
import type { DocumentContentWire } from '#features/documents/wire/content.ts'
import { plannedFromWire } from '#features/documents/wire/payments.ts'
import { missingRateTold } from '#features/flows/rules/conditions.ts'
import { taxCategoriesIn } from '#features/flows/rules/tax-categories.ts'
import { currentFlow } from '#features/flows/store.ts'
import { mayOrder, sees } from '#features/projects/rules.ts'
import { appointedIn } from '#features/projects/store/people.ts'
import { lockAppointments, tiedContracts } from '#features/projects/store/projects.ts'
import { type ProjectWithStanding, readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { PaymentTerms } from '#features/providers/rules/payment-terms.ts'
import { type Actor, authorIdsFor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { type Money, money, moneyFromText } from '#kernel/money.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { sha256 } from '#server/sha256.ts'

export type PreparedDocument = {
  readonly document: Omit<NewDocument, 'id' | 'number'>
  readonly route: Route
}

/** An order being corrected: its files may stay, and its authors still count as authors. */
type Corrected = Pick<LockedDocument, 'id' | 'authorIds'>

/** Surroundings of an order that is prepared: everything beside its content. */
type Surroundings = {
  /** The order that is being corrected, for a new revision of it. */
  readonly corrected?: Corrected
  /** Order that it reduces, for a credit note; locked. */
  readonly credited?: LockedDocument | null
  /** Files that the person may attach though somebody else uploaded them. */
  readonly lentFileIds?: readonly string[]
  /** Cost centre that it has unless it names another: of the order that it repeats or corrects. */
  readonly formerCentreId?: string | null
  /** Person to whom it belongs, unless it is the actor's own; whoever calls has asked whether they may order there. */
  readonly requester?: Requester | undefined
}

export type Requester = { readonly userId: string; readonly name: string }

/** Checks an order's content and plans its route; writes nothing. Locks the project's people and the contract. */
export async function prepareDocument(
  tx: TenantTx,
  actor: Actor,
  typed: DocumentContentWire,
  { corrected, credited = null, lentFileIds = [], formerCentreId = null, requester }: Surroundings,
): Promise<PreparedDocument | Refusal> {
  const [, project, appointed, flow, providerId] = await Promise.all([
    lockAppointments(tx, typed.projectId, 'shared'),
    readProjectWithStanding(tx, actor, typed.projectId),
    appointedIn(tx, typed.projectId),
    currentFlow(tx),
    survivingProvider(tx, typed.providerId),
  ])
  const content = { ...typed, providerId }
  if (!project || !sees(actor, project.standing)) return refuse('not_found')
  const may = mayOrder(actor, project.standing, content)
  if (may !== true) return may
  if (project.status !== 'active') return refuse('project_inactive')
  const provider = await providerFor(tx, actor, content.providerId, project)
  if (isRefusal(provider)) return provider
  const id = corrected?.id ?? null
  const attachable = await attachableFiles(tx, content.fileIds, actor.userId, id, lentFileIds)
  if (attachable.size !== new Set(content.fileIds).size) return refuse('file_not_yours')
  const { clientId } = project.standing
  const charged = await chargedFor(tx, actor, { ...content, id, clientId, formerCentreId }, credited)
  if (isRefusal(charged)) return charged
  const { contract, costCentre, amounts, asks } = charged
  const { amount } = amounts
  const compared = { ...content, amount, id, isCreditNote: credited !== null }
  const explained = await explainLikeness(tx, actor, compared)
  if (isRefusal(explained)) return explained
  const { authorIds, kept } = authorsWith(actor, requester, corrected)
  const sent = { ...content, documentId: id, clientId, amount, charge: asks, authorIds, isCounted: false }
  const asked = {
    ...sent,
    ...centreToRoute(costCentre),
    taxCategories: taxCategoriesIn(amounts.breakdown),
    sentAt: tx.now,
  }
  const route = await computeRoute(tx, asked, { flow, project, appointed, contract })
  if (isRefusal(route)) return missingRateTold(actor, route)
  const document = {
    ...content,
    ...amounts,
    // A credit note is due on no day.
    payments: credited ? [] : plan(content, amounts, contract.terms ?? provider.terms),
    creditedId: credited?.id ?? null,
    contractId: contract.id,
    costCentre,
    ...explained,
    clientId,
    providerName: provider.name,
    providerTaxId: provider.taxId,
    ...accountFor(content, credited, provider),
    amountMinor: amount.minor,
    fileIds: [...new Set(content.fileIds)],
    state: route.blockedBy ? ('blocked' as const) : ('in_approval' as const),
    blockCause: route.blockedBy,
    total: countSeats(route),
    flowVersion: route.flowVersion,
    ...kept,
  }
  return { route, document: { ...document, contentDigest: contentDigest(document, attachable) } }
}

/** Authors of an order that the actor writes, for somebody else where it says so, and what of them its revision keeps. */
function authorsWith(
  { userId, responsibleId }: Actor,
  requester: Requester | undefined,
  corrected: Corrected | undefined,
) {
  const beside = requester?.userId ?? responsibleId
  const own = authorIdsFor({ userId, ...(beside === undefined ? {} : { responsibleId: beside }) })
  return {
    authorIds: [...own, ...(corrected?.authorIds ?? [])],
    kept: { authorId: userId, requesterId: requester?.userId ?? userId, responsibleId: beside ?? null },
  }
}

/** The order's centre as its route needs it. */
const centreToRoute = (costCentre: OrderCentre | null) => ({
  costCentreId: costCentre?.id ?? null,
  costCentreYear: costCentre?.year ?? null,
})

function contentDigest(
  document: Parameters<typeof toRevisionContent>[0],
  digests: ReadonlyMap<string, string>,
): string {
  const fileDigests = document.fileIds.map(id => digests.get(id) ?? '')
  return sha256(canonicalContent(toRevisionContent(document), fileDigests))
}

async function providerFor(tx: TenantTx, actor: Actor, providerId: string, project: ProjectWithStanding) {
  const provider = await providerOfDocument(tx, providerId, project.standing.clientId)
  const mayUseAny = actor.role === 'admin' || actor.providerId === providerId
  // To a person outside the administration, another client's provider does not exist.
  if (!provider?.isOfClient && !mayUseAny) return refuse('provider_not_of_client')
  return provider?.status === 'active' ? provider : refuse('provider_inactive')
}

/** Account that an order of payment pays; a credit note pays none. */
const accountFor = (
  { type }: DocumentContentWire,
  credited: LockedDocument | null,
  provider: { readonly iban: string | null; readonly bic: string | null },
): Pick<NewDocument, 'bankAccount' | 'bankBic'> =>
  type === 'gasto' && credited === null
    ? { bankAccount: provider.iban, bankBic: provider.bic }
    : { bankAccount: null, bankBic: null }

type ContentToCharge = DocumentContentWire & {
  readonly id: string | null
  readonly clientId: string
  /** Cost centre that it has unless it names another. */
  readonly formerCentreId: string | null
}

type Charged = {
  readonly contract: ChargedContract
  readonly costCentre: OrderCentre | null
  readonly amounts: Amounts
  /** Amount that the order asks of its contract; zero for a credit note. */
  readonly asks: Money
}

/**
 * The contract that the order charges, and its cost centre, checked and locked: exclusively unless their policy only warns. A
 * credit note is checked against its order too.
 */
async function chargedFor(
  tx: TenantTx,
  actor: Actor,
  content: ContentToCharge,
  credited: LockedDocument | null,
): Promise<Charged | Refusal> {
  const tied = await tiedContracts(tx, content.projectId)
  const isByProvider = actor.providerId !== null
  const chosen = chargedContract(tied, { ...content, isByProvider })
  // To a provider, other providers' contracts do not exist.
  const isTied = content.contractId ? tied.some(({ id }) => id === content.contractId) : tied.length > 0
  if (!chosen && isTied && !isByProvider) return refuse('contract_not_of_provider')
  const contract = chosen ? await lockChargedContract(tx, chosen.id) : null
  if (!contract) return refuse('contract_not_of_project')
  const amounts = amountsFrom(content, contract)
  const asks = claim({ ...amounts, creditedId: credited?.id ?? null })
  const mayBeCharged = mayCharge(contract, dayFromInstant(tx.now, actor.zone))
  if (mayBeCharged !== true) return mayBeCharged
  const fits = firstRefusal(
    // Whatever the contract takes of it, the amount itself has to be one that can be counted.
    mayRequest(contract.balance, amounts.amount, { ...contract, policy: 'avisar' }),
    mayRequest(contract.balance, asks, contract),
  )
  if (fits !== true) return fits
  const asked = { ...content, ...amounts, contractId: contract.id }
  const isOfOrder = credited === null || (await fitsCredited(tx, asked, credited))
  if (isOfOrder !== true) return isOfOrder
  const { clientId, costCentreId, formerCentreId: formerId } = content
  const costCentre = credited
    ? await centreOfCredited(tx, actor, credited)
    : await centreForOrder(tx, actor, {
        costCentreId,
        formerId,
        isCorrection: content.id !== null,
        clientId,
        asks,
      })
  return isRefusal(costCentre) ? costCentre : { contract, costCentre, amounts, asks }
}

/** Payments as the person planned them, else by the payment terms. */
function plan(
  { payments, invoiceDate }: DocumentContentWire,
  { amount, charge, breakdown }: Amounts,
  terms: PaymentTerms | null,
): Payment[] {
  const planned = payments
    ? plannedFromWire(payments)
    : paymentsByTerms(terms, invoiceDate, payableMinor(amount.minor, breakdown))
  return withShares(planned, { chargeMinor: charge.minor, billedMinor: amount.minor })
}

type Amounts = Pick<NewDocument, 'amount' | 'charge' | 'breakdown'>

/** The order's amounts in the currency of its contract, and what it takes from the contract. */
function amountsFrom(content: DocumentContentWire, { balance, chargeBasis }: ChargedContract): Amounts {
  const amount = moneyFromText(content.amountMinor, balance.total.currency)
  const breakdown = content.breakdown && breakdownFromDigits(content.breakdown)
  const charge = money(chargeMinor(amount.minor, breakdown, chargeBasis), amount.currency)
  return { amount, charge, breakdown }
}
