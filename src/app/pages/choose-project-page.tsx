import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Briefcase } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useHere } from '#app/here.ts'
import { FormSkeleton } from '#app/pages/new-document-page.tsx'
import { newDocumentAddress } from '#features/documents/web/text.ts'
import { projectsQuery, useProjectsToChoose } from '#features/projects/web/queries.ts'
import type { ProjectCardWire } from '#features/projects/wire.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'

const titles = { gasto: 'Nuevo Pedido de Pago', emision: 'Nuevo Pedido de Emisión' } as const

/** A new order belongs to a project: where none is given by the way here, it is asked for first. */
export function ChooseProjectPage() {
  const type = useSearch({ strict: false, select: search => search.type })
  const query = useQuery(projectsQuery())
  return (
    <>
      <PageHeader
        title={type === 'gasto' || type === 'emision' ? titles[type] : 'Nuevo Documento'}
        subtitle="Elige el proyecto: de él salen el contrato, los proveedores y quién tiene que aprobar."
      />
      <Loaded query={query} skeleton={<FormSkeleton />}>
        {({ items, next }) => {
          const open = items.filter(isOpen)
          return open.length === 0 && next === null ? <NoProjects /> : <Choice first={open} type={type} />
        }}
      </Loaded>
    </>
  )
}

const isOpen = ({ status }: ProjectCardWire) => status === 'active'

function Choice({ first, type }: { first: readonly ProjectCardWire[]; type: string | undefined }) {
  const { base } = useHere()
  const navigate = useNavigate()
  const [projectId, setProjectId] = useState(first.length === 1 ? (first[0]?.id ?? '') : '')
  const [error, setError] = useState<string>()
  const projects = useProjectsToChoose()
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (projectId === '') return setError('Proyecto requerido')
    const to: string = newDocumentAddress(base, projectId)
    void navigate({ to, search: type === undefined ? {} : { type } })
  }
  return (
    <Card className="max-w-xl">
      <form noValidate onSubmit={go} className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        <Combobox
          label="Proyecto"
          options={projects.items.filter(isOpen).map(({ id, name, clientName }) => ({
            value: id,
            label: name,
            detail: `${id} · ${clientName}`,
          }))}
          onSearch={projects.search}
          value={projectId}
          onChange={chosen => {
            setProjectId(chosen)
            setError(undefined)
          }}
          error={error}
        />
        <Button type="submit" variant="primary" className="justify-self-start">
          Continuar
        </Button>
      </form>
    </Card>
  )
}

function NoProjects() {
  const { base } = useHere()
  return (
    <Card>
      <EmptyState
        icon={<Briefcase />}
        title="No se encontraron proyectos."
        action={<LinkButton to={base}>Volver al panel</LinkButton>}
      >
        Para pedir un pago o una emisión hace falta un proyecto activo en el que participes.
      </EmptyState>
    </Card>
  )
}
