import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import {
  ContractsOfClient,
  PeopleOfClient,
  ProjectsOfClient,
  ProvidersOfClient,
} from '#app/pages/company-client-card.tsx'
import { ViewAsButton } from '#app/pages/view-as-button.tsx'
import { clientStatusLabel } from '#features/clients/text.ts'
import { clientQuery } from '#features/clients/web/queries.ts'
import type { ClientWire } from '#features/clients/wire.ts'
import { contractsOfClientQuery } from '#features/contracts/web/queries.ts'
import { InvitationsCard } from '#features/people/web/invitations-card.tsx'
import { peopleOfClientQuery } from '#features/people/web/queries.ts'
import { projectsOfClientQuery } from '#features/projects/web/queries.ts'
import { providersOfClientQuery } from '#features/providers/web/queries.ts'
import { MoneyCard } from '#features/reports/web/money-card.tsx'
import { moneyReportQuery } from '#features/reports/web/queries.ts'
import { refusalText } from '#ui/action-link.tsx'
import { usePathParam } from '#ui/address.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader, Fact } from '#ui/card.tsx'
import { usePageTitle } from '#ui/hooks/page-title.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { InstantDay } from '#ui/time.tsx'

const loadEditClientDialog = async () =>
  (await import('#features/clients/web/client-dialog.tsx')).EditClientDialog

/** One client: its contact data, projects, contracts, providers and people. */
export function CompanyClientPage() {
  const clientId = usePathParam('clientId')
  const query = useQuery(clientQuery(clientId))
  const projects = useQuery(projectsOfClientQuery(clientId))
  const contracts = useQuery(contractsOfClientQuery(clientId))
  const providers = useQuery(providersOfClientQuery(clientId))
  const people = useQuery(peopleOfClientQuery(clientId))
  const money = useQuery(moneyReportQuery({ clientId }))
  usePageTitle(query.data?.name)
  // Shown once all parts have loaded: a late one would push the others down.
  const isInitialLoading = [projects, contracts, providers, people, money].some(({ isPending }) => isPending)
  return (
    <Loaded
      query={query}
      heading="Cliente"
      skeleton={skeleton}
      wayOut={<LinkButton to="/empresa/clients">Volver a los clientes</LinkButton>}
    >
      {client => (
        <>
          <Head client={client} />
          {isInitialLoading ? (
            skeleton
          ) : (
            <div className="grid grid-cols-1 gap-4">
              <InvitationsCard clientId={client.id} />
              <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
                <Data client={client} />
                <ProjectsOfClient query={projects} />
                <ProvidersOfClient query={providers} client={client} />
                <PeopleOfClient query={people} />
              </div>
              <MoneyCard
                ordersPath="/empresa/documents"
                subject={{ clientId: client.id }}
                filter={{ client: client.id }}
              />
              <ContractsOfClient query={contracts} clientId={client.id} />
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

const skeleton = <SkeletonRows label="Cargando el cliente" />

function Head({ client }: { client: ClientWire }) {
  const [isEditing, setEditing] = useState(false)
  const { id, name, status, can } = client
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Clientes', to: '/empresa/clients' }]}
        title={name}
        aside={<OnOffBadge on={status === 'active'}>{clientStatusLabel[status]}</OnOffBadge>}
        actions={
          <>
            <ViewAsButton label="Ver como cliente" target={{ userId: id }} name={name} />
            <Button
              icon={<Pencil aria-hidden="true" />}
              refusal={refusalText(can.edit)}
              onClick={() => setEditing(true)}
            >
              Editar
            </Button>
          </>
        }
      />
      {isEditing && (
        <OnDemand load={loadEditClientDialog} props={{ client, onClose: () => setEditing(false) }} />
      )}
    </>
  )
}

function Data({ client: { taxId, email, phone, createdAt } }: { client: ClientWire }) {
  return (
    <Card aria-labelledby="data-title">
      <CardHeader id="data-title" title="Datos" />
      <CardBody>
        <dl className="grid grid-cols-1 gap-3">
          <Fact label="NIF o CIF">{taxId ?? '-'}</Fact>
          <Fact label="Correo electrónico">
            <span className="wrap-anywhere">{email}</span>
          </Fact>
          <Fact label="Teléfono">{phone ?? '-'}</Fact>
          <Fact label="Creado">
            <InstantDay value={createdAt} />
          </Fact>
        </dl>
      </CardBody>
    </Card>
  )
}
