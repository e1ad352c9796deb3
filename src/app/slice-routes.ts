/** The routes of every slice, by slice: what the API mounts and describes. */

import { savedLists } from '#app/saved-lists.ts'
import { appointmentRoutes } from '#features/appointments/api.ts'
import { enterRateRoutes } from '#features/approvals/api/exchange-rates.ts'
import { approvalRoutes } from '#features/approvals/api.ts'
import { journalExport } from '#features/audit/api/exports.ts'
import { auditRoutes, checkRoutes } from '#features/audit/api.ts'
import { bankRoutes } from '#features/bank/api.ts'
import { archiveRoutes } from '#features/certificates/api/archives.ts'
import { certificateRoutes, type mountCertificates } from '#features/certificates/api/certificates.ts'
import { clientExport } from '#features/clients/api/exports.ts'
import { clientRoutes } from '#features/clients/api.ts'
import { movementExport, withholdingExport } from '#features/closings/api/exports.ts'
import { packageRoutes } from '#features/closings/api/package.ts'
import { closingRoutes } from '#features/closings/api.ts'
import { commentRoutes } from '#features/comments/api.ts'
import { companyRoutes, metaRoutes } from '#features/companies/api.ts'
import type { Meta } from '#features/companies/wire.ts'
import { companySignInRoutes } from '#features/company-sign-in/api.ts'
import { contractExport } from '#features/contracts/api/exports.ts'
import { contractRoutes } from '#features/contracts/api.ts'
import { costCentreExport } from '#features/cost-centres/api/exports.ts'
import { costCentreRoutes } from '#features/cost-centres/api.ts'
import { delegationRoutes } from '#features/delegations/api.ts'
import { documentExport } from '#features/documents/api/exports.ts'
import { projectExport } from '#features/documents/api/project-exports.ts'
import { documentRoutes } from '#features/documents/api.ts'
import { exchangeRateRoutes } from '#features/exchange-rates/api.ts'
import { batchRoutes } from '#features/executions/api/batches.ts'
import { executionRoutes } from '#features/executions/api.ts'
import { fileRoutes } from '#features/files/api.ts'
import { flowRoutes } from '#features/flows/api.ts'
import { type Identity, identityRoutes, type inviter } from '#features/identity/api.ts'
import { importRoutes } from '#features/imports/api.ts'
import { receivedExport } from '#features/invoices/api/exports.ts'
import { sendingRoutes } from '#features/invoices/api/sending.ts'
import { invoiceRoutes } from '#features/invoices/api.ts'
import type { Readings } from '#features/invoices/commands/readings.ts'
import { mailboxRoutes } from '#features/mailboxes/api.ts'
import { deviceRoutes } from '#features/notices/api/devices.ts'
import { noticeRoutes } from '#features/notices/api.ts'
import { offboardingRoutes } from '#features/offboarding/api.ts'
import { peopleExport } from '#features/people/api/exports.ts'
import { invitationRoutes } from '#features/people/api/invitations.ts'
import { peopleRoutes } from '#features/people/api.ts'
import { platformExports } from '#features/platform/api/exports.ts'
import { ownCompanyRoutes } from '#features/platform/api/own-company.ts'
import { platformRoutes } from '#features/platform/api.ts'
import { projectRoutes } from '#features/projects/api.ts'
import { providerExport } from '#features/providers/api/exports.ts'
import { providerRoutes } from '#features/providers/api.ts'
import { recurrenceRoutes } from '#features/recurrences/api.ts'
import { reportRoutes } from '#features/reports/api.ts'
import { sampleRoutes } from '#features/samples/api.ts'
import { savedViewRoutes } from '#features/saved-views/api.ts'
import { scimRoutes } from '#features/scim/api.ts'
import { simulationRoutes } from '#features/simulation/api.ts'
import { stepUpRoutes } from '#features/step-up/api.ts'
import { tokenRoutes } from '#features/tokens/api.ts'
import { webhookRoutes } from '#features/webhooks/api.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Reach } from '#server/http/reach.ts'
import type { Route } from '#server/http/route.ts'
import type { Imap } from '#server/mail/imap.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import { deviceSeal } from '#server/push/push-address.ts'
import type { PushService } from '#server/push/web-push.ts'

/** Parts of the program that the routes of the slices need. */
export type RouteParts = {
  readonly db: Db
  /** Connection of the platform's role. */
  readonly platformDb: Db
  readonly secret: Secret
  readonly meta: () => Meta
  readonly identity: Identity
  readonly invite: ReturnType<typeof inviter>
  readonly files: FileStore
  readonly pictures: Pictures
  readonly readings: Readings
  /** Networks in which receivers of webhooks may stand. */
  readonly reach: Reach
  /** Tells devices; null where the operator has set no key. */
  readonly push: PushService | null
  /** Reads mailboxes that people name. */
  readonly imap: Imap
  readonly certificates: Parameters<typeof mountCertificates>[1] & Parameters<typeof checkRoutes>[0]
} & Partial<Pick<Config, 'selfSignup'>>

/** Exports of a company's lists as files, by slice. */
const exportsBySlice = {
  clients: [clientExport],
  providers: [providerExport],
  contracts: [contractExport],
  'cost-centres': [costCentreExport],
  documents: [projectExport, documentExport],
  audit: [journalExport],
  people: [peopleExport],
  invoices: [receivedExport],
  closings: [movementExport, withholdingExport],
}

export const listExports = Object.values(exportsBySlice).flat()

/** Routes by slice, in the order of the slices. */
export function routesBySlice(parts: RouteParts) {
  const exportRoutes = (slice: keyof typeof exportsBySlice) =>
    exportsBySlice[slice].map(list => list.route(parts.secret))
  return {
    ...peopleSlices(parts, exportRoutes),
    ...orderSlices(parts, exportRoutes),
    ...bookSlices(parts, exportRoutes),
    ...platformSlices(parts),
  } satisfies Readonly<Record<string, readonly Route[]>>
}

/** Names of the slices that answer calls. */
export type SliceName = keyof ReturnType<typeof routesBySlice>

type ExportRoutes = (slice: keyof typeof exportsBySlice) => readonly Route[]

/** Companies with their people and parties. */
const peopleSlices = (
  { db, meta, identity, invite, secret, reach }: RouteParts,
  exportRoutes: ExportRoutes,
) => ({
  companies: [...metaRoutes(meta), ...companyRoutes],
  identity: identityRoutes(identity),
  tokens: tokenRoutes({ post: identity.post, origin: identity.site.origin }),
  people: [...peopleRoutes(invite), ...invitationRoutes({ identity, invite }), ...exportRoutes('people')],
  'company-sign-in': companySignInRoutes({ db, identity, secret, reach }),
  'saved-views': savedViewRoutes(savedLists),
  clients: [...clientRoutes(invite), ...exportRoutes('clients')],
  providers: [...providerRoutes, ...exportRoutes('providers')],
  contracts: [...contractRoutes, ...exportRoutes('contracts')],
  'cost-centres': [...costCentreRoutes, ...exportRoutes('cost-centres')],
  'exchange-rates': [...exchangeRateRoutes, ...enterRateRoutes],
  'step-up': stepUpRoutes,
  projects: projectRoutes,
  delegations: delegationRoutes,
})

/** Orders: their content, their decisions, their flows and their execution. */
const orderSlices = ({ secret, pictures, identity }: RouteParts, exportRoutes: ExportRoutes) => ({
  documents: [...documentRoutes, ...exportRoutes('documents')],
  files: fileRoutes(secret, pictures),
  flows: flowRoutes,
  approvals: approvalRoutes,
  appointments: appointmentRoutes,
  offboarding: offboardingRoutes,
  scim: scimRoutes(identity.site.origin),
  simulation: simulationRoutes,
  recurrences: recurrenceRoutes,
  comments: commentRoutes,
  executions: [...executionRoutes, ...batchRoutes(secret)],
})

/** Invoices, the bank, months that are closed, what others are told, the journal and reports. */
const bookSlices = (
  { readings, files, secret, certificates, reach, imap, identity, push }: RouteParts,
  exportRoutes: ExportRoutes,
) => ({
  invoices: [...sendingRoutes, ...invoiceRoutes({ readings, files }), ...exportRoutes('invoices')],
  mailboxes: mailboxRoutes({ secret, files, imap }),
  bank: bankRoutes({ files, product: certificates.site.product }),
  certificates: [
    ...certificateRoutes(certificates),
    ...archiveRoutes(secret, { files, site: certificates.site }),
  ],
  closings: [
    ...closingRoutes,
    ...packageRoutes(secret, { files, site: certificates.site }),
    ...exportRoutes('closings'),
  ],
  webhooks: webhookRoutes({ secret, reach }),
  imports: importRoutes,
  notices: [...noticeRoutes, ...deviceRoutes({ ...identity, reach, push, seal: deviceSeal(secret) })],
  audit: [...auditRoutes, ...checkRoutes(certificates), ...exportRoutes('audit')],
  reports: reportRoutes,
})

const platformSlices = ({ db, platformDb, secret, files, identity, invite, selfSignup }: RouteParts) => ({
  platform: [
    ...platformRoutes({ db, platformDb, invite, identity }),
    ...(selfSignup ? ownCompanyRoutes({ identity, perDay: selfSignup.perDay }) : []),
    ...platformExports.map(list => list.route({ db, platformDb, secret })),
  ],
  samples: sampleRoutes({ db, files }),
})
