import { useQuery } from '@tanstack/react-query'
import { Banknote, FileText } from 'lucide-react'
import { Suspense } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { admits, chargedContract } from '#features/contracts/rules.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import type { NamedCentreWire } from '#features/cost-centres/wire.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { AmountField, BreakdownField } from '#features/documents/web/amount-fields-panel.tsx'
import { CostCentreFieldPanel } from '#features/documents/web/cost-centre-field-panel.tsx'
import type { DocumentWireForm, Payee } from '#features/documents/web/document-form.tsx'
import { InvoiceFieldsPanel } from '#features/documents/web/invoice-fields-panel.tsx'
import { PaymentsFieldPanel } from '#features/documents/web/payments-field-panel.tsx'
import { ProviderFieldPanel } from '#features/documents/web/provider-field-panel.tsx'
import { mayOrderIn } from '#features/documents/web/text.ts'
import { projectQuery, useProjectsToChoose } from '#features/projects/web/queries.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Combobox } from '#ui/fields/combobox.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Alert } from '#ui/states.tsx'

/** Loaded where there is more than one contract to choose from. */
const ContractFieldPanel = late(
  async () => (await import('#features/documents/web/contract-field-panel.tsx')).ContractFieldPanel,
)

export type Chosen = {
  project: ProjectWire | undefined
  contract: ContractWire | undefined
  /** Contracts that an order for the chosen provider may be charged to. */
  contracts: readonly ContractWire[]
}

/** Project chosen in the form, once loaded, and the contract that the order would be charged to. */
export function useProjectAndContract(
  { form }: DocumentWireForm,
  opened: ProjectWire,
  payee: Payee | undefined,
): Chosen {
  const [projectId, type, contractId, provider] = useWatch({
    control: form.control,
    name: ['projectId', 'type', 'contractId', 'providerId'],
  })
  const { data } = useQuery({ ...projectQuery(projectId), enabled: projectId !== '' })
  const project = projectId === opened.id ? (data ?? opened) : data
  const order = { type, providerId: provider === '' ? null : provider, isByProvider: payee !== undefined }
  const contracts = (project?.contracts ?? []).filter(contract => admits(contract, order))
  const contract = contracts.find(({ id }) => id === contractId) ?? chargedContract(contracts, order)
  return { project, contract, contracts }
}

type DocumentFieldsPanelProps = Chosen & {
  wire: DocumentWireForm
  opened: ProjectWire
  isCorrection: boolean
  /** True for the order that pays an invoice: a payment. */
  isOfInvoice: boolean
  payee: Payee | undefined
  /** Cost centre of the order that the form begins from. */
  knownCentre: NamedCentreWire | null | undefined
}

/** Fields of an order's content. */
export function DocumentFieldsPanel({
  wire,
  opened,
  project,
  contract,
  contracts,
  isCorrection,
  isOfInvoice,
  payee,
  knownCentre,
}: DocumentFieldsPanelProps) {
  const { form } = wire
  const type = useWatch({ control: form.control, name: 'type' })
  const currency = contract?.balance.total.currency ?? opened.total.currency
  return (
    <>
      <ProjectField wire={wire} opened={opened} isFixed={isCorrection} project={project} />
      {!payee && !isOfInvoice && <TypeField wire={wire} />}
      <NameField wire={wire} type={type} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[1fr_14rem]">
        {payee ? (
          <PayeeField name={payee.name} />
        ) : (
          <ProviderFieldPanel wire={wire} type={type} project={project} contract={contract} />
        )}
        <AmountField wire={wire} currency={currency} />
      </div>
      <BreakdownField wire={wire} currency={currency} />
      {type === 'gasto' && <InvoiceFieldsPanel wire={wire} />}
      <div className="flex flex-wrap gap-x-6 gap-y-5 [&>:not(button)]:w-full">
        <PaymentsFieldPanel wire={wire} currency={currency} contract={contract} />
        {project && !payee && (
          <CostCentreFieldPanel wire={wire} project={project} currency={currency} known={knownCentre} />
        )}
      </div>
      {contracts.length > 1 && (
        <Suspense fallback={<Skeleton className="h-22 w-full" />}>
          <ContractFieldPanel wire={wire} contracts={contracts} contract={contract} />
        </Suspense>
      )}
      {project && contracts.length === 0 && (
        <Alert tone="caution" title="Ningún contrato del proyecto paga a este proveedor">
          Pide a la administración de la empresa un contrato con él, o elige otro proveedor.
        </Alert>
      )}
      <TextArea
        {...wire.field('description')}
        label="Descripción"
        optional
        placeholder="Lo que ayude a decidir: plazo, referencia, condiciones…"
      />
    </>
  )
}

// Each field is a component, so that fields register, and errors are focused, in their order on screen.
function NameField({ wire, type }: { wire: DocumentWireForm; type: DocumentType }) {
  const name = useWatch({ control: wire.form.control, name: 'name' })
  return (
    <TextField
      {...wire.field('name')}
      label="Nombre"
      placeholder={examples[type]}
      autoComplete="off"
      maxLength={longestName}
      hint={name.length >= longestName - 40 ? `${name.length} de ${longestName} letras` : undefined}
    />
  )
}

const longestName = 160

const examples: { readonly [type in DocumentType]: string } = {
  emision: 'Ej.: Certificación de octubre',
  gasto: 'Ej.: Factura F-2026-014, materiales',
}

type ProjectFieldProps = Pick<DocumentFieldsPanelProps, 'wire' | 'opened' | 'project'> & { isFixed: boolean }

/** Project of the order; fixed while an order is being corrected. */
function ProjectField({ wire, opened, project, isFixed }: ProjectFieldProps) {
  const { field } = useController({ control: wire.form.control, name: 'projectId' })
  const projects = useProjectsToChoose(!isFixed)
  const known = projects.items.some(({ id }) => id === opened.id)
    ? projects.items
    : [opened, ...projects.items]
  const active = known.filter(({ id, status }) => status === 'active' || id === opened.id)
  const error =
    wire.fieldError('projectId') ?? (isFixed ? undefined : refusalText(project && mayOrderIn(project)))
  const choose = (chosen: unknown) => {
    field.onChange(chosen)
    wire.form.setValue('contractId', null)
    wire.form.setValue('costCentreId', null)
  }
  if (projects.hasMore) {
    return (
      <Combobox
        label="Proyecto"
        {...field}
        options={active.map(({ id, name }) => ({ value: id, label: name, detail: id }))}
        onSearch={projects.search}
        onChange={choose}
        error={error}
      />
    )
  }
  return (
    <Select
      label="Proyecto"
      {...field}
      disabled={isFixed}
      placeholder="Elige un proyecto"
      options={active.map(({ id, name }) => ({ value: id, label: `${name} · ${id}` }))}
      onChange={choose}
      error={error}
    />
  )
}

function TypeField({ wire }: { wire: DocumentWireForm }) {
  const { field } = useController({ control: wire.form.control, name: 'type' })
  return (
    <RadioCards
      label="¿Qué necesitas?"
      {...field}
      onChange={type => {
        field.onChange(type)
        wire.form.setValue('contractId', null)
      }}
      options={[
        {
          value: 'emision',
          label: 'Solicitar emisión',
          icon: <FileText aria-hidden="true" />,
          note: 'El cliente recibirá el requerimiento de emitir una factura o un certificado.',
        },
        {
          value: 'gasto',
          label: 'Solicitar pago o gasto',
          icon: <Banknote aria-hidden="true" />,
          note: 'Solicita el pago de un gasto realizado a un proveedor.',
        },
      ]}
    />
  )
}

/** Recipient of a provider's own order: the provider itself, so read-only. */
function PayeeField({ name }: { name: string }) {
  return <TextField label="Proveedor" name="payee" value={name} readOnly />
}
