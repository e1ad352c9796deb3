/** Spanish words of the journal: its groups, and the sentences that the slices gave their facts. */
import { appointmentFact } from '#features/appointments/facts.ts'
import { approvalFact } from '#features/approvals/facts.ts'
import { auditFact } from '#features/audit/facts.ts'
import { type ActionGroup, actionGroup, actionGroups } from '#features/audit/rules/action-groups.ts'
import type { AuditRefusal } from '#features/audit/rules.ts'
import { bankFact } from '#features/bank/facts.ts'
import { certificateFact } from '#features/certificates/facts.ts'
import { clientFact } from '#features/clients/facts.ts'
import { closingFact } from '#features/closings/facts.ts'
import { commentFact } from '#features/comments/facts.ts'
import { companyFact } from '#features/companies/facts.ts'
import { signInFact } from '#features/company-sign-in/facts.ts'
import { contractFact } from '#features/contracts/facts.ts'
import { costCentreFact } from '#features/cost-centres/facts.ts'
import { delegationFact } from '#features/delegations/facts.ts'
import { documentFact } from '#features/documents/facts.ts'
import { exchangeRateFact } from '#features/exchange-rates/facts.ts'
import { batchFact, executionFact } from '#features/executions/facts.ts'
import { fileFact } from '#features/files/facts.ts'
import { flowFact } from '#features/flows/facts.ts'
import { identityFact } from '#features/identity/facts.ts'
import { importFact } from '#features/imports/facts.ts'
import { invoiceFact } from '#features/invoices/facts.ts'
import { mailboxFact } from '#features/mailboxes/facts.ts'
import { noticeFact } from '#features/notices/facts.ts'
import { personFact } from '#features/people/facts.ts'
import { projectFact } from '#features/projects/facts.ts'
import { providerFact } from '#features/providers/facts.ts'
import { recurrenceFact } from '#features/recurrences/facts.ts'
import { directoryFact } from '#features/scim/facts.ts'
import { sealFact } from '#features/seals/facts.ts'
import { stepUpFact } from '#features/step-up/facts.ts'
import { tokenFact } from '#features/tokens/facts.ts'
import { webhookFact } from '#features/webhooks/facts.ts'
import { refusalTexts } from '#kernel/ability.ts'
import type { FactDefinitions, StoredContent } from '#kernel/fact.ts'

export const auditWords = refusalTexts<AuditRefusal>({
  forbidden: 'Solo la administración de la empresa puede ver su auditoría.',
})

export const groupLabel: { readonly [group in ActionGroup]: string } = {
  orders: 'Pedidos y aprobaciones',
  contracts: 'Contratos',
  projects: 'Proyectos, clientes y proveedores',
  people: 'Personas y permisos',
  access: 'Accesos y cuentas',
  company: 'Empresa y ajustes',
  exports: 'Exportaciones y constancias',
}

const definitions: FactDefinitions = {
  ...companyFact.definitions,
  ...identityFact.definitions,
  ...signInFact.definitions,
  ...stepUpFact.definitions,
  ...tokenFact.definitions,
  ...personFact.definitions,
  ...directoryFact.definitions,
  ...clientFact.definitions,
  ...providerFact.definitions,
  ...contractFact.definitions,
  ...costCentreFact.definitions,
  ...exchangeRateFact.definitions,
  ...projectFact.definitions,
  ...delegationFact.definitions,
  ...documentFact.definitions,
  ...commentFact.definitions,
  ...flowFact.definitions,
  ...approvalFact.definitions,
  ...appointmentFact.definitions,
  ...recurrenceFact.definitions,
  ...invoiceFact.definitions,
  ...mailboxFact.definitions,
  ...executionFact.definitions,
  ...batchFact.definitions,
  ...bankFact.definitions,
  ...sealFact.definitions,
  ...certificateFact.definitions,
  ...closingFact.definitions,
  ...webhookFact.definitions,
  ...fileFact.definitions,
  ...importFact.definitions,
  ...noticeFact.definitions,
  ...auditFact.definitions,
}

export const knownActions: readonly string[] = Object.keys(definitions)

/** Actions whose object is an order: its timeline tells each of them. */
export const orderActions: readonly string[] = knownActions.filter(
  action => definitions[action]?.object === 'document',
)

export const actionsInGroup = (group: ActionGroup): string[] =>
  knownActions.filter(action => actionGroup(action) === group)

export const groups = actionGroups.map(value => ({ value, label: groupLabel[value] }))

/** The sentence of an event, without its subject; `after` is the content that the event recorded. */
export function eventSentence(action: string, after: StoredContent): string {
  const sentence = definitions[action]?.sentence ?? `Otra acción (${action})`
  return typeof sentence === 'string' ? sentence : sentence(after)
}
