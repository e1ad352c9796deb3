import { useState } from 'react'
import { session } from '#app/session.ts'
import { authWords } from '#features/identity/web/text.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toast.ts'

/** Button that mails the confirmation link of a registration again. */
export function ResendButton({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    const otherwise = 'No se ha podido enviar el correo. Inténtalo de nuevo.'
    const failure = await session
      .client()
      .then(client => client.resend({ type: 'signup', email }))
      .then(
        ({ error }) => (error ? authWords(error, otherwise) : null),
        () => otherwise,
      )
    setBusy(false)
    if (failure) notify.error(failure)
    else
      notify.success('Correo de confirmación enviado', {
        description: 'Si no llega en unos minutos, mira también en la carpeta de correo no deseado.',
      })
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void resend()} className="mt-2">
      Reenviar el correo de confirmación
    </Button>
  )
}
