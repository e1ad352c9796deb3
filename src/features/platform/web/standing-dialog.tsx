import { useMutation } from '@tanstack/react-query'
import { plans, subscriptionTerms } from '#features/companies/rules.ts'
import { changePlanMutation, changeStatusMutation } from '#features/platform/web/queries.ts'
import { type CompanyRowWire, PlanChangeWire, StatusChangeWire } from '#features/platform/wire/companies.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type StandingDialogProps = { company: CompanyRowWire; onClose: () => void }

const reasonHint = 'La empresa lo lee en su historial.'

export function PlanDialog({ company: { id, name, plan }, onClose }: StandingDialogProps) {
  const change = useMutation(changePlanMutation)
  const wire = useWireForm({
    schema: PlanChangeWire,
    defaults: { plan, reason: '' },
    send: async body => {
      await change.mutateAsync({ companyId: id, body })
      notify.success(`Plan de ${name}: ${subscriptionTerms[body.plan].label}`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Plan de ${name}`}
      description="Si la empresa ya pasa de los límites del plan nuevo no pierde nada: solo deja de poder crear."
      submitLabel="Cambiar plan"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <Select
        {...wire.field('plan')}
        label="Plan"
        options={plans.map(value => ({
          value,
          label: `${subscriptionTerms[value].label} · ${subscriptionTerms[value].monthlyUsd} USD al mes`,
        }))}
      />
      <TextArea {...wire.field('reason')} label="Motivo" hint={reasonHint} maxLength={300} rows={2} />
    </FormDialog>
  )
}

/** Dialog that suspends an active company, or reactivates any other. */
export function StatusDialog({ company: { id, name, status }, onClose }: StandingDialogProps) {
  const change = useMutation(changeStatusMutation)
  const isSuspending = status === 'active'
  const wire = useWireForm({
    schema: StatusChangeWire,
    defaults: { status: isSuspending ? ('suspended' as const) : ('active' as const), reason: '' },
    send: async body => {
      await change.mutateAsync({ companyId: id, body })
      notify.success(
        isSuspending
          ? `Empresa ${name} suspendida correctamente`
          : `Empresa ${name} reactivada correctamente`,
      )
      onClose()
    },
  })
  return (
    <FormDialog
      title={isSuspending ? `Suspender ${name}` : `Reactivar ${name}`}
      description={
        isSuspending
          ? 'Se cierran sus sesiones. Al volver a entrar podrán consultar, exportar y decidir lo que está abierto, pero no crear nada.'
          : 'Sus personas podrán volver a crear pedidos, proyectos y contratos.'
      }
      submitLabel={isSuspending ? 'Suspender empresa' : 'Reactivar empresa'}
      tone={isSuspending ? 'danger' : 'primary'}
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextArea {...wire.field('reason')} label="Motivo" hint={reasonHint} maxLength={300} rows={2} />
    </FormDialog>
  )
}
