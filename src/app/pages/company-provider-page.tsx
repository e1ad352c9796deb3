import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { FileSignature, Merge, Pencil } from 'lucide-react'
import { useState } from 'react'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { ContractCardsPanel } from '#features/contracts/web/contract-cards-panel.tsx'
import { contractsOfProviderQuery } from '#features/contracts/web/queries.ts'
import { providerStatusLabel } from '#features/providers/text.ts'
import { BankCard } from '#features/providers/web/bank-card.tsx'
import { providerQuery } from '#features/providers/web/queries.ts'
import type { ProviderWire } from '#features/providers/wire.ts'
import { MoneyCard } from '#features/reports/web/money-card.tsx'
import { moneyReportQuery } from '#features/reports/web/queries.ts'
import { refusalText } from '#ui/action-link.tsx'
import { usePathParam } from '#ui/address.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { isInitialLoading } from '#ui/hooks/is-initial-loading.ts'
import { usePageTitle } from '#ui/hooks/page-title.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { FirstOnly } from '#ui/lists/first-only.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Alert, EmptyState } from '#ui/states.tsx'
import { InstantDay } from '#ui/time.tsx'

const loadEditProviderDialog = async () =>
  (await import('#features/providers/web/provider-dialog.tsx')).EditProviderDialog

const loadMergeDialog = async () => (await import('#features/providers/web/merge-dialog.tsx')).MergeDialog

/** One provider: its contact data, bank data, clients and contracts. */
export function CompanyProviderPage() {
  const providerId = usePathParam('providerId')
  const query = useQuery(providerQuery(providerId))
  // Its height depends on what there is: the contracts below wait for it, so that nothing moves.
  const money = useQuery(moneyReportQuery({ providerId }))
  usePageTitle(query.data?.name)
  return (
    <Loaded
      query={query}
      heading="Proveedor"
      skeleton={<SkeletonRows label="Cargando el proveedor" />}
      wayOut={<LinkButton to="/empresa/providers">Volver a los proveedores</LinkButton>}
    >
      {provider =>
        // The address of one that was merged.
        provider.id !== providerId ? (
          <Navigate to="/empresa/providers/$providerId" params={{ providerId: provider.id }} replace />
        ) : (
          <>
            <Head provider={provider} />
            <div className="grid grid-cols-1 gap-6">
              <SameTaxIdNotice provider={provider} />
              <MergedNotice merged={provider.merged} />
              <SameAccountNotice others={provider.sameAccount} />
              <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
                <BankCard provider={provider} />
                <Data provider={provider} />
              </div>
              <MoneyCard
                ordersPath="/empresa/documents"
                subject={{ providerId: provider.id }}
                filter={{ provider: provider.id }}
              />
              {!isInitialLoading(money) && <Contracts providerId={provider.id} />}
            </div>
          </>
        )
      }
    </Loaded>
  )
}

/** The other active providers with its tax id: one payee, whom a limit or an alarm would count as several. */
function SameTaxIdNotice({ provider }: { provider: ProviderWire }) {
  const others = provider.sameTaxId
  if (others.length === 0) return null
  return (
    <Alert tone="caution" title="El mismo NIF lo tiene otro proveedor activo">
      <OtherProviders others={others} />
      <p>Fusiónalos: uno se queda con los pedidos y contratos de los dos.</p>
    </Alert>
  )
}

/** Providers that were merged into this one, and whose orders are its own since. */
function MergedNotice({ merged }: { merged: ProviderWire['merged'] }) {
  if (merged.length === 0) return null
  return (
    <p className="text-ink-soft text-sm">
      Fusionado con {merged.map(({ id, name }) => `${name} (${id})`).join(', ')}: lo que era suyo está aquí.
    </p>
  )
}

/** The other active providers with its account: money for several payees that ends in one place. */
function SameAccountNotice({ others }: { others: ProviderWire['sameAccount'] }) {
  if (others.length === 0) return null
  return (
    <Alert tone="caution" title="Otro proveedor activo cobra en la misma cuenta">
      <OtherProviders others={others} />
      <p>Comprueba de quién es: fusiónalos si son el mismo, o corrige la cuenta del otro o desactívalo.</p>
    </Alert>
  )
}

function OtherProviders({ others }: { others: ProviderWire['sameAccount'] }) {
  return (
    <ul>
      {others.map(({ id, name }) => (
        <li key={id}>
          <Link
            to="/empresa/providers/$providerId"
            params={{ providerId: id }}
            className="text-accent underline underline-offset-4"
          >
            {name}
          </Link>{' '}
          <span className="figures">{id}</span>
        </li>
      ))}
    </ul>
  )
}

function Head({ provider }: { provider: ProviderWire }) {
  const [isEditing, setEditing] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const clients = useQuery(clientsQuery())
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Proveedores', to: '/empresa/providers' }]}
        title={provider.name}
        aside={
          <OnOffBadge on={provider.status === 'active'}>{providerStatusLabel[provider.status]}</OnOffBadge>
        }
        subtitle={<span className="figures">{provider.id}</span>}
        actions={
          <>
            <LinkButton to="/empresa/documents" search={{ provider: provider.id }}>
              Ver sus pedidos
            </LinkButton>
            <Button
              icon={<Pencil aria-hidden="true" />}
              refusal={refusalText(provider.can.edit)}
              onClick={() => setEditing(true)}
            >
              Editar
            </Button>
            <Button
              icon={<Merge aria-hidden="true" />}
              refusal={refusalText(provider.can.merge)}
              onClick={() => setMerging(true)}
            >
              Fusionar con…
            </Button>
          </>
        }
      />
      {isMerging && (
        <OnDemand load={loadMergeDialog} props={{ provider, onClose: () => setMerging(false) }} />
      )}
      {isEditing && clients.data && (
        <OnDemand
          load={loadEditProviderDialog}
          props={{ provider, clients: clients.data.items, onClose: () => setEditing(false) }}
        />
      )}
    </>
  )
}

function Data({ provider }: { provider: ProviderWire }) {
  const { taxId, email, phone, clientIds, createdAt } = provider
  const { data } = useQuery(clientsQuery())
  const names = data?.items.filter(({ id }) => clientIds.includes(id)).map(({ name }) => name) ?? []
  return (
    <Card aria-labelledby="data-title">
      <CardHeader id="data-title" title="Datos" />
      <CardBody className="grid grid-cols-1 gap-3">
        <Facts>
          <Fact label="NIF o CIF">{taxId ?? '-'}</Fact>
          <Fact label="Teléfono">{phone ?? '-'}</Fact>
          <Fact label="Creado">
            <InstantDay value={createdAt} />
          </Fact>
        </Facts>
        <dl className="grid grid-cols-1 gap-3">
          <Fact label="Correo electrónico">
            <span className="wrap-anywhere">{email ?? '-'}</span>
          </Fact>
          <Fact label="Clientes a los que sirve">
            {clientIds.length === 0 ? 'Ninguno' : served(names, clientIds.length)}
          </Fact>
        </dl>
      </CardBody>
    </Card>
  )
}

/** Names of the clients served; of many clients only some names have been loaded, and the rest are counted. */
function served(names: readonly string[], count: number): string {
  const others = count - names.length
  if (others === 0) return names.join(', ')
  return names.length === 0 ? String(count) : `${names.join(', ')} y ${others} más`
}

function Contracts({ providerId }: { providerId: string }) {
  const query = useQuery(contractsOfProviderQuery(providerId))
  return (
    <section aria-labelledby="contracts-title" className="grid grid-cols-1 gap-3">
      <h2 id="contracts-title" className="font-semibold text-lg">
        Contratos
      </h2>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando contratos" />}>
        {({ items, next }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState icon={<FileSignature />} title="No se encontraron contratos.">
                Los contratos de proveedor fijan cuánto se le puede pagar.
              </EmptyState>
            </Card>
          ) : (
            <>
              <ContractCardsPanel areaPath="/empresa" contracts={items} heading="h3" />
              <FirstOnly next={next} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
