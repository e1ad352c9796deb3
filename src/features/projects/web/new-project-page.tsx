import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { companyQuery } from '#features/companies/web/queries.ts'
import type { CompanyWire } from '#features/companies/wire.ts'
import { useClientContracts } from '#features/projects/web/contracts-panel.tsx'
import {
  mainCurrency,
  type ProjectBody,
  ProjectFields,
  type ProjectInput,
} from '#features/projects/web/project-form.tsx'
import { ProjectPreviewPanel } from '#features/projects/web/project-preview-panel.tsx'
import { createProjectMutation } from '#features/projects/web/queries.ts'
import { NewProjectWire } from '#features/projects/wire.ts'
import { moneyFromText } from '#kernel/money.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { notify } from '#ui/toast.ts'

export function NewProjectPage() {
  const company = useQuery(companyQuery)
  return (
    <>
      <PageHeader
        title="Nuevo Proyecto"
        subtitle="Une a un cliente con sus contratos y di quién decide"
        crumbs={[{ label: 'Proyectos', to: '/empresa/projects' }]}
      />
      <Loaded query={company} skeleton={<SkeletonForm fields={6} />}>
        {loaded => <NewProject company={loaded} />}
      </Loaded>
    </>
  )
}

function NewProject({ company }: { company: CompanyWire }) {
  const navigate = useNavigate()
  const create = useMutation(createProjectMutation)
  const { form, field, submit, busy, failure } = useWireForm<ProjectInput, ProjectBody>({
    schema: NewProjectWire,
    defaults: blank,
    send: async (body, key) => {
      const { id } = await create.mutateAsync({ body, key })
      notify.success(`Proyecto ${id} creado`, { description: body.name })
      await navigate({ to: '/empresa/projects', ignoreBlocker: true })
    },
  })
  const [clientId, contractIds, totalMinor] = form.watch(['clientId', 'contractIds', 'totalMinor'])
  const [approverIds = [], invitedApproverIds = []] = form.watch(['approverIds', 'invitedApproverIds'])
  const [executorIds = [], invitedExecutorIds = []] = form.watch(['executorIds', 'invitedExecutorIds'])
  const clients = useQuery(clientsQuery())
  const client = clients.data?.items.find(({ id }) => id === clientId) ?? null
  const contracts = useClientContracts(clientId).data?.items ?? []
  const currency = mainCurrency(contracts, contractIds, company)
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(17rem,1fr)]"
    >
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">
        <ProjectFields form={form} field={field} company={company} client={client} contracts={contracts} />
      </div>
      <ProjectPreviewPanel
        clientName={client?.name ?? null}
        contracts={contractIds.flatMap(id => contracts.filter(contract => contract.id === id))}
        total={totalMinor === '' ? null : moneyFromText(totalMinor, currency)}
        approvers={approverIds.length + invitedApproverIds.length}
        executors={executorIds.length + invitedExecutorIds.length}
      />
      <div className="grid grid-cols-1 gap-4 lg:col-start-1">
        <FormFailure message={failure} />
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <LinkButton to="/empresa/projects">Cancelar</LinkButton>
          <Button type="submit" variant="primary" busy={busy}>
            Crear Proyecto
          </Button>
        </div>
      </div>
      <LeaveGuard isUnsent={form.formState.isDirty} />
    </form>
  )
}

const blank: ProjectInput = {
  name: '',
  clientId: '',
  totalMinor: '',
  description: '',
  contractIds: [],
  approverIds: [],
  executorIds: [],
  invitedApproverIds: [],
  invitedExecutorIds: [],
}
