/** Findings in an invoice, beside what the company knows. */

import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import { breakdownIssue } from '#features/documents/wire/breakdown-issues.ts'
import { receivedVisibleTo } from '#features/files/scope.ts'
import { keptReadings } from '#features/files/store/readings.ts'
import {
  checkInvoice,
  type FindingKind,
  type KnownInvoice,
  type Weight,
  weights,
} from '#features/invoices/rules/checks.ts'
import { invoiceFromKept } from '#features/invoices/rules/kept-reading.ts'
import type { ReceivedInvoice, SourceKind } from '#features/invoices/rules/received.ts'
import { findingText } from '#features/invoices/text.ts'
import type { Billed } from '#features/invoices/views/billed.ts'
import { assignedTo } from '#features/providers/views.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { formatMoney, money } from '#kernel/money.ts'
import { taxIdKey } from '#kernel/tax-id.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type SaidFinding = { readonly kind: FindingKind; readonly weight: Weight; readonly text: string }

export type Issuing = { readonly id: string; readonly name: string; readonly iban: string | null }

export type Checked = { readonly provider: Issuing | null; readonly findings: readonly SaidFinding[] }

/** Files that are the invoice itself, and not another one of its number. */
export async function checkedInvoice(
  tx: TenantTx,
  actor: Actor,
  invoice: ReceivedInvoice,
  { billed, fileIds }: { readonly billed: Billed; readonly fileIds: readonly string[] },
): Promise<Checked> {
  const [provider, known] = await Promise.all([
    issuingProvider(tx, actor, invoice, billed.clientId),
    knownInvoices(tx, actor, invoice, fileIds),
  ])
  const { currency } = invoice
  const { taxIds, currencies } = billed
  const amountText = (minor: bigint) => formatMoney(money(minor, currency), true)
  const words = { currency, breakdownIssue: (problem: Problem) => breakdownIssue(problem, amountText) }
  const findings = checkInvoice(invoice, {
    today: dayFromInstant(tx.now, actor.zone),
    recipients: taxIds.map(taxId => ({ taxId })),
    provider,
    contractCurrency: currencies.find(each => each === currency) ?? currencies[0] ?? null,
    known,
  }).map(finding => ({
    kind: finding.kind,
    weight: weights[finding.kind],
    text: findingText(finding, words),
  }))
  return { provider, findings }
}

type Problem = Parameters<typeof breakdownIssue>[0]

export type FileFindings = {
  readonly fileId: string
  readonly name: string
  readonly source: SourceKind
  readonly findings: readonly SaidFinding[]
}

/** Findings of those of the files that were read as invoices: none of them is read again. */
export async function findingsOfFiles(
  tx: TenantTx,
  actor: Actor,
  billed: Billed,
  fileIds: readonly string[],
): Promise<FileFindings[]> {
  const found: FileFindings[] = []
  for (const { fileId, name, reading } of await keptReadings(tx, fileIds)) {
    const invoice = invoiceFromKept(reading)
    if (invoice === null) continue
    const { findings } = await checkedInvoice(tx, actor, invoice, { billed, fileIds })
    found.push({ fileId, name, source: invoice.source, findings })
  }
  return found
}

/**
 * Active provider of the client with the issuer's tax id; of several the first. Whoever orders or decides in the project
 * learns it, and people of a provider their own alone.
 */
async function issuingProvider(
  tx: TenantTx,
  actor: Actor,
  { issuer }: ReceivedInvoice,
  clientId: string,
): Promise<Issuing | null> {
  const key = taxIdKey(issuer.taxId)
  if (key === '') return null
  return tx.one<Issuing>(sql`
    select p.id, p.name, p.iban from provider p
    where p.company_id = ${tx.companyId} and p.tax_key = ${key} and p.status = 'active'
      and ${assignedTo(part`${clientId}`)} and ${actor.providerId === null ? part`true` : part`p.id = ${actor.providerId}`}
    order by p.id limit 1`)
}

const maxListed = 5

/**
 * Other received invoices with its issuer and number. To whoever sees none of them they are just another one; people of a
 * provider learn of none. Orders of the same invoice are duplicates, which the order itself is checked for.
 */
async function knownInvoices(
  tx: TenantTx,
  actor: Actor,
  { issuer, number }: ReceivedInvoice,
  fileIds: readonly string[],
): Promise<KnownInvoice[]> {
  const issuerKey = taxIdKey(issuer.taxId)
  const invoiceKey = invoiceKeyFrom(number)
  if (issuerKey === '' || invoiceKey === null || actor.providerId !== null) return []
  const found = await tx.all<{ as: string }>(sql`
    select case when ${receivedVisibleTo(actor)} then coalesce(r.document_id, f.name) else ${'otra factura recibida'} end as "as"
    from received_invoice r join file f on f.company_id = r.company_id and f.id = r.file_id
    where r.company_id = ${tx.companyId} and r.issuer_key = ${issuerKey} and r.invoice_key = ${invoiceKey}
      and r.state <> 'refused' and not r.file_id = any (${fileIds}::uuid[])
    order by r.id limit ${maxListed}`)
  return found.map(({ as }) => ({ issuerTaxId: issuer.taxId ?? '', number: number ?? '', as }))
}
