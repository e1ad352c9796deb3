import { mutationOptions, useMutation } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { checkOutcomes } from '#features/providers/rules/payee-check.ts'
import { checkOutcomeLabel } from '#features/providers/text/payee-check.ts'
import { providersChanged } from '#features/providers/web/queries.ts'
import { recordPayeeCheck } from '#features/providers/wire/record-payee-check.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { ibanText } from '#kernel/iban.ts'
import { call } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { queryClient } from '#ui/query-client.ts'
import { notify } from '#ui/toast.ts'

type PayeeChecked = { providerId: string; body: BodyOf<typeof recordPayeeCheck>; key: string }

const payeeCheckMutation = mutationOptions({
  mutationFn: ({ providerId, body, key }: PayeeChecked) =>
    call(recordPayeeCheck, { params: { providerId }, body, idempotencyKey: key }),
  onSettled: () => {
    providersChanged()
    void queryClient.invalidateQueries({ queryKey: ['executions'] })
  },
})

const schema = recordPayeeCheck.body
type PayeeCheckDialogProps = { providerId: string; iban: string; onClose: () => void }

/** Answer of the bank about whose an account is, as somebody writes it down. */
export function PayeeCheckDialog({ providerId, iban, onClose }: PayeeCheckDialogProps) {
  const { mutateAsync } = useMutation(payeeCheckMutation)
  const wire = useWireForm<Partial<z.input<typeof schema>>, z.output<typeof schema>>({
    schema,
    defaults: { iban, holder: '' },
    send: async (body, key) => {
      await mutateAsync({ providerId, body, key })
      notify.success('Comprobación anotada')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Titular de la cuenta"
      description={`Qué ha contestado tu banco al comprobar de quién es ${ibanText(iban).replaceAll(' ', '\u00a0')}. Queda con tu nombre y la hora.`}
      submitLabel="Anotar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <Controller
        control={wire.form.control}
        name="outcome"
        render={({ field, fieldState }) => (
          <RadioCards
            label="Respuesta del banco"
            {...field}
            value={field.value ?? ''}
            error={fieldState.error?.message}
            options={checkOutcomes.map(value => ({ value, label: checkOutcomeLabel[value] }))}
          />
        )}
      />
      <TextField
        {...wire.field('holder')}
        label="Nombre que ha dado el banco"
        optional
        maxLength={140}
        autoComplete="off"
      />
    </FormDialog>
  )
}
