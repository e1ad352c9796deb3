import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { enrolmentQuery, removeFactorMutation, verifyFactorMutation } from '#features/identity/web/queries.ts'
import { newId } from '#kernel/ids.ts'
import { failureMessage } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Spinner } from '#ui/spinner.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const CodeWire = z.object({
  code: z
    .string()
    .transform(code => code.replace(/\D/g, ''))
    .pipe(z.string().length(6, 'El código tiene seis cifras')),
})

/** Dialog of an enrolment: shows the QR code for the application, and asks for its first code. */
export function EnrolDialog({ onEnrolled, onClose }: { onEnrolled: () => void; onClose: () => void }) {
  const [opening] = useState(newId)
  const { data: enrolment, error } = useQuery(enrolmentQuery(opening))
  const verify = useMutation(verifyFactorMutation)
  const forget = useMutation(removeFactorMutation)
  const wire = useWireForm({
    schema: CodeWire,
    defaults: { code: '' },
    send: async ({ code }) => {
      if (!enrolment) return
      await verify.mutateAsync({ factorId: enrolment.id, code })
      notify.success('Verificación en dos pasos activada')
      onEnrolled()
    },
  })
  const cancel = () => {
    // The server also deletes unfinished enrolments after a while, should this request fail.
    if (enrolment) forget.mutate(enrolment.id)
    onClose()
  }
  return (
    <FormDialog
      title="Activar la verificación en dos pasos"
      description="Escanea el dibujo con tu aplicación de verificación y escribe el código que muestre."
      submitLabel="Activar"
      wire={wire}
      isDirty={false}
      onClose={cancel}
    >
      {error && <Alert tone="negative">{failureMessage(error)}</Alert>}
      {!enrolment && !error && (
        <p role="status" aria-label="Cargando" className="grid h-52 place-items-center">
          <Spinner className="text-accent" />
        </p>
      )}
      {enrolment && (
        <>
          <img
            src={enrolment.totp.qr_code}
            alt="Código QR para la aplicación de verificación"
            className="size-52 justify-self-center rounded-lg border bg-white p-2"
          />
          <div className="text-center text-sm">
            <p className="text-ink-soft">¿No puedes escanearlo? Escribe esta clave en la aplicación:</p>
            <p className="mt-1 select-all font-medium font-mono">{grouped(enrolment.totp.secret)}</p>
          </div>
        </>
      )}
      <TextField
        {...wire.field('code')}
        label="Código de verificación"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
      />
    </FormDialog>
  )
}

const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
