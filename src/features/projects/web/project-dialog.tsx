import { useMutation } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { changeProjectMutation, rereadProject } from '#features/projects/web/queries.ts'
import { changeProject, type ProjectWire } from '#features/projects/wire.ts'
import { type Currency, formatMoney, moneyFromText } from '#kernel/money.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { type FieldWords, useSharedForm } from '#ui/hooks/use-shared-form.ts'
import { notify } from '#ui/toast.ts'

const schema = changeProject.body.omit({ seen: true })
type Input = z.input<typeof schema>

/** Dialog that changes a project's name, total and status. */
export function ProjectDialog({ project, onClose }: { project: ProjectWire; onClose: () => void }) {
  const { mutateAsync } = useMutation(changeProjectMutation)
  const { id, name, description, total, status, updatedAt } = project
  const wire = useSharedForm<Input, z.output<typeof schema>>({
    schema,
    version: updatedAt,
    words: wordsIn(total.currency),
    defaults: { name, description: description ?? '', totalMinor: total.minor, status },
    reread: () => rereadProject(id),
    send: async (body, baseVersion) => {
      await mutateAsync({ projectId: id, body: { ...body, seen: baseVersion } })
      notify.success('Proyecto actualizado')
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Editar ${id}`}
      submitLabel="Guardar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextField {...wire.field('name')} label="Nombre del Proyecto" maxLength={120} />
      <Controller
        control={wire.form.control}
        name="totalMinor"
        render={({ field, fieldState }) => (
          <MoneyField
            {...field}
            label="Monto Total"
            currency={total.currency}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextArea {...wire.field('description')} label="Descripción" optional rows={3} maxLength={2000} />
      <Controller
        control={wire.form.control}
        name="status"
        render={({ field }) => (
          <Checkbox
            label="Activo"
            note="Inactivo, no admite pedidos nuevos; los que ya tiene siguen su curso."
            checked={field.value === 'active'}
            onChange={event => field.onChange(event.target.checked ? 'active' : 'inactive')}
            onBlur={field.onBlur}
          />
        )}
      />
    </FormDialog>
  )
}

const wordsIn = (currency: Currency): FieldWords => ({
  name: 'Nombre del Proyecto',
  totalMinor: ['Monto Total', minor => formatMoney(moneyFromText(`${minor}`, currency))],
  description: 'Descripción',
  status: ['Estado', value => (value === 'active' ? 'activo' : 'inactivo')],
})
