import type { UseQueryResult } from '@tanstack/react-query'
import { FileSignature, Plus, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ClientWire } from '#features/clients/wire.ts'
import { ContractCardsPanel } from '#features/contracts/web/contract-cards-panel.tsx'
import type { listContracts } from '#features/contracts/wire/list.ts'
import type { listPeople } from '#features/people/wire/list.ts'
import { ProjectStatusBadge } from '#features/projects/web/project-card.tsx'
import type { listProjects } from '#features/projects/wire/list.ts'
import { providerStatusLabel } from '#features/providers/text.ts'
import type { listProviders } from '#features/providers/wire/list.ts'
import { roleLabel } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { ActionLink, refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { FirstOnly } from '#ui/lists/first-only.tsx'
import { LinkRow, LinkRows } from '#ui/lists/link-rows.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'
import { EmptyState } from '#ui/states.tsx'

const loadAssignDialog = async () => (await import('#features/providers/web/assign-dialog.tsx')).AssignDialog

/** Client's projects, with the total of each. */
export function ProjectsOfClient({ query }: { query: UseQueryResult<ResponseOf<typeof listProjects>> }) {
  return (
    <Section title="Proyectos">
      <Loaded query={query} skeleton={null}>
        {({ items, next }) => (
          <>
            <LinkRows label="Proyectos" none="Aún no tiene proyectos.">
              {items.map(({ id, name, status, total }) => (
                <LinkRow key={id} to={`/empresa/projects/${id}`} name={name} end={<Money value={total} />}>
                  <span className="figures">{id}</span> <ProjectStatusBadge status={status} />
                </LinkRow>
              ))}
            </LinkRows>
            <FirstOnly next={next} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

type ProvidersOfClientProps = { client: ClientWire; query: UseQueryResult<ResponseOf<typeof listProviders>> }

/** Providers that the client's projects may pay, with a button to change them. */
export function ProvidersOfClient({ client, query }: ProvidersOfClientProps) {
  const [isAssigning, setAssigning] = useState(false)
  const assignButton = (
    <Button
      size="sm"
      icon={<Truck aria-hidden="true" />}
      aria-label={`Asignar proveedores a ${client.name}`}
      refusal={refusalText(client.can.assignProviders)}
      onClick={() => setAssigning(true)}
    >
      Asignar
    </Button>
  )
  return (
    <Section title="Proveedores" actions={assignButton}>
      <Loaded query={query} skeleton={null}>
        {({ items, next }) => (
          <>
            <LinkRows label="Proveedores" none="Aún no trabaja con ningún proveedor.">
              {items.map(({ id, name, status }) => (
                <LinkRow key={id} to={`/empresa/providers/${id}`} name={name}>
                  <span className="figures">{id}</span>{' '}
                  <OnOffBadge on={status === 'active'}>{providerStatusLabel[status]}</OnOffBadge>
                </LinkRow>
              ))}
            </LinkRows>
            <FirstOnly next={next} />
          </>
        )}
      </Loaded>
      {isAssigning && (
        <OnDemand load={loadAssignDialog} props={{ client, onClose: () => setAssigning(false) }} />
      )}
    </Section>
  )
}

/** People who work on the client's behalf. */
export function PeopleOfClient({ query }: { query: UseQueryResult<ResponseOf<typeof listPeople>> }) {
  return (
    <Section title="Personas">
      <Loaded query={query} skeleton={null}>
        {({ items, next }) => (
          <>
            <LinkRows label="Personas" none="Nadie puede entrar en su nombre.">
              {items.map(({ userId, name, email, role, active }) => (
                <LinkRow key={userId} to="/empresa/people" search={{ q: email }} name={name}>
                  <span className="wrap-anywhere">
                    {roleLabel[role]} · {email}
                  </span>
                  {!active && <OnOffBadge on={false}>Desactivado</OnOffBadge>}
                </LinkRow>
              ))}
            </LinkRows>
            <FirstOnly next={next} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

type ContractsOfClientProps = { clientId: string; query: UseQueryResult<ResponseOf<typeof listContracts>> }

/** Client's contracts, with a link to make another. */
export function ContractsOfClient({ clientId, query }: ContractsOfClientProps) {
  return (
    <section aria-labelledby="contracts-title" className="mt-2 grid grid-cols-1 gap-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="contracts-title" className="font-semibold text-lg">
          Contratos
        </h2>
        <ActionLink
          to="/empresa/contracts/new"
          search={{ clientId }}
          may={query.data?.can.create}
          icon={<Plus aria-hidden="true" />}
        >
          Nuevo Contrato
        </ActionLink>
      </header>
      <Loaded query={query} skeleton={null}>
        {({ items, next }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState icon={<FileSignature />} title="No se encontraron contratos.">
                Sin un contrato no hay presupuesto al que cargar sus pedidos.
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

type SectionProps = { title: string; actions?: ReactNode; children: ReactNode }

function Section({ title, actions, children }: SectionProps) {
  const id = `${title.toLowerCase()}-title`
  return (
    <Card aria-labelledby={id} className="pb-1">
      <CardHeader id={id} title={title} actions={actions} />
      {children}
    </Card>
  )
}
