import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placeLabel } from '#features/closings/text/figures.ts'
import { LedgerAccountsForm, type LedgerRow } from '#features/closings/web/ledger-accounts-form.tsx'
import { ledgerAccountsQuery, providerAccountsQuery } from '#features/closings/web/ledger-queries.ts'
import type { LedgerAccountsWire, ProviderAccountsWire } from '#features/closings/wire/ledger-accounts.ts'
import { taxText } from '#features/documents/text/breakdown.ts'
import { SearchField } from '#ui/fields/search-field.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'

/** Ledger accounts under which the accountant's sheet books: by place, by tax and by provider. */
export function LedgerAccountsPage() {
  const query = useQuery(ledgerAccountsQuery)
  return (
    <>
      <PageHeader
        title="Cuentas contables"
        subtitle="Con qué cuentas sale la hoja de contabilidad. Lo que dejes vacío sigue el Plan General Contable."
        crumbs={[{ label: 'Configuración', to: '/empresa/settings' }]}
      />
      <Loaded query={query} skeleton={<SkeletonForm fields={6} />}>
        {accounts => (
          <div className="grid max-w-3xl grid-cols-1 gap-4">
            <LedgerAccountsForm
              id="places-title"
              title="De la empresa"
              note="Valen para lo que no tenga una cuenta propia más abajo."
              rows={placeRows(accounts)}
              may={accounts.can.change}
            />
            <LedgerAccountsForm
              id="taxes-title"
              title="De cada impuesto"
              note="Soportado, en los pagos; repercutido, en las emisiones."
              rows={taxRows(accounts)}
              may={accounts.can.change}
            />
            <Providers may={accounts.can.change} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const placeRows = ({ places }: LedgerAccountsWire): LedgerRow[] =>
  places.map(({ place, ...said }) => ({
    key: place,
    title: placeLabel[place],
    note: null,
    fields: [{ key: place, label: 'Cuenta', subject: { place }, said }],
  }))

const taxRows = ({ taxes }: LedgerAccountsWire): LedgerRow[] =>
  taxes.map(({ kind, rate, taxBorne, taxCharged }) => {
    const key = `${kind} ${rate}`
    const tax = { kind, rate }
    return {
      key,
      title: taxText(tax),
      note: null,
      fields: [
        { key: `taxBorne ${key}`, label: 'Soportado', subject: { place: 'taxBorne', tax }, said: taxBorne },
        {
          key: `taxCharged ${key}`,
          label: 'Repercutido',
          subject: { place: 'taxCharged', tax },
          said: taxCharged,
        },
      ],
    }
  })

const providerRow = ({ providerId, name, taxId, supplier, expense }: ProviderAccountsWire): LedgerRow => ({
  key: providerId,
  title: name,
  note: taxId === null ? providerId : `${providerId} · ${taxId}`,
  fields: [
    {
      key: `supplier ${providerId}`,
      label: 'Proveedor',
      subject: { place: 'supplier', providerId },
      said: supplier,
    },
    {
      key: `expense ${providerId}`,
      label: 'Gasto',
      subject: { place: 'expense', providerId },
      said: expense,
    },
  ],
})

function Providers({ may }: { may: LedgerAccountsWire['can']['change'] }) {
  const [words, setWords] = useState('')
  const query = useQuery(providerAccountsQuery(words))
  const { data } = query
  return (
    <LedgerAccountsForm
      id="providers-title"
      title="De cada proveedor"
      note={data?.hasMore ? 'Los 50 primeros por nombre: busca los demás.' : 'Su cuenta y la del gasto.'}
      rows={data?.items.map(providerRow) ?? []}
      may={may}
    >
      <SearchField label="Buscar proveedor" value={words} onChange={setWords} />
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando los proveedores" />}>
        {({ items }) => (items.length === 0 ? <p className="text-ink-soft">Ningún proveedor.</p> : null)}
      </Loaded>
    </LedgerAccountsForm>
  )
}
