/** Ledger accounts as their screen shows them. */
import {
  type AccountSubject,
  accountKey,
  type LedgerAccounts,
  ledgerCode,
  ledgerPlaces,
  usualAccounts,
} from '#features/closings/rules/ledger-accounts.ts'
import { mayKeepBooks } from '#features/closings/rules.ts'
import { readLedgerAccounts } from '#features/closings/store/ledger-accounts.ts'
import { closingAbility } from '#features/closings/text.ts'
import { closingActor } from '#features/closings/views/subject.ts'
import type {
  LedgerAccountsWire,
  listProviderAccounts,
  ProviderAccountsWire,
  SaidWire,
} from '#features/closings/wire/ledger-accounts.ts'
import { loadCompany } from '#features/companies/store.ts'
import type { TaxLine } from '#features/documents/rules/breakdown.ts'
import { type TaxKind, taxKinds } from '#features/documents/rules/tax-kinds.ts'
import { offeredRates } from '#features/documents/rules/tax-rates.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/** Most providers that are shown at once; words find the others. */
const maxProviders = 50

export async function ledgerAccounts(tx: TenantTx, actor: Actor): Promise<LedgerAccountsWire> {
  throwUnlessReader(actor)
  const [company, accounts, person] = await Promise.all([
    loadCompany(tx),
    readLedgerAccounts(tx),
    closingActor(tx, actor),
  ])
  const taxes = knownTaxes(offeredRates(currencyFrom(company.currency)).taxes, accounts)
  return {
    places: ledgerPlaces.map(place => ({
      place,
      code: accounts.get(accountKey({ place })) ?? '',
      usual: usualAccounts[place],
    })),
    taxes: taxes.map(tax => ({
      ...tax,
      taxBorne: said(accounts, { place: 'taxBorne', tax }),
      taxCharged: said(accounts, { place: 'taxCharged', tax }),
    })),
    can: { change: closingAbility(mayKeepBooks(person)) },
  }
}

function throwUnlessReader({ role }: Actor): void {
  if (!readsWholeCompany(role)) throw commonProblem('forbidden')
}

/** Account that was typed for a subject, and the one that is booked without it. */
const said = (accounts: LedgerAccounts, subject: AccountSubject): SaidWire => ({
  code: accounts.get(accountKey(subject)) ?? '',
  usual: ledgerCode(accounts, { place: subject.place }),
})

type Tax = Pick<TaxLine, 'kind' | 'rate'>

/** Taxes that are offered, and those of which something was said. Of what is exempt nothing is booked. */
function knownTaxes(offered: readonly Tax[], accounts: LedgerAccounts): Tax[] {
  const ofSaid = [...accounts.keys()].flatMap((key): Tax[] => {
    const [, kind = '', rate = ''] = key.split(' ')
    const known = taxKinds.find(each => each === kind)
    return known ? [{ kind: known, rate: Number(rate) }] : []
  })
  const all = new Map([...offered, ...ofSaid].map(tax => [`${tax.kind} ${tax.rate}`, tax]))
  const order = (kind: TaxKind) => taxKinds.indexOf(kind)
  return [...all.values()]
    .filter(({ rate }) => rate > 0)
    .toSorted((one, other) => order(one.kind) - order(other.kind) || other.rate - one.rate)
}

type Row = { id: string; name: string; tax_id: string | null }

export async function providerAccounts(
  tx: TenantTx,
  actor: Actor,
  { words }: QueryOf<typeof listProviderAccounts>,
): Promise<ResponseOf<typeof listProviderAccounts>> {
  throwUnlessReader(actor)
  const hasWords = words === undefined ? part`true` : part`p.search like ${containing(words)}`
  const [accounts, found] = await Promise.all([
    readLedgerAccounts(tx),
    tx.all<Row>(search`select p.id, p.name, p.tax_id from provider p
      where p.company_id = ${tx.companyId} and p.merged_into is null and ${hasWords} order by p.name_key, p.id limit ${maxProviders + 1}`),
  ])
  return {
    items: found.slice(0, maxProviders).map(row => toProvider(row, accounts)),
    hasMore: found.length > maxProviders,
  }
}

const toProvider = (
  { id: providerId, name, tax_id: taxId }: Row,
  accounts: LedgerAccounts,
): ProviderAccountsWire => ({
  providerId,
  name,
  taxId,
  supplier: said(accounts, { place: 'supplier', providerId }),
  expense: said(accounts, { place: 'expense', providerId }),
})
