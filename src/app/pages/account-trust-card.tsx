import { useState } from 'react'
import { session } from '#app/session.ts'
import { untrustedRemedy } from '#features/identity/text/account-trust.ts'
import { passwordFormId } from '#features/identity/web/password-form.tsx'
import { authWords } from '#features/identity/web/text.ts'
import type { UntrustedReason } from '#kernel/actor.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

/** Reason why the person may read and prepare but not decide, and the steps to change that. */
export function AccountTrustCard({ why, email }: { why: UntrustedReason; email: string }) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const failure = await askForLink(email)
    setBusy(false)
    if (failure === null)
      notify.success('Revisa tu correo', {
        description: `Te hemos enviado a ${email} un enlace para confirmarlo y elegir tu contraseña.`,
      })
    else notify.error(failure)
  }
  return (
    <Alert tone="caution" title="Todavía no puedes decidir ni ejecutar">
      <div className="grid grid-cols-1 justify-items-start gap-2">
        <p>{untrustedRemedy[why]}</p>
        {why === 'unconfirmed_address' && (
          <Button size="sm" busy={busy} onClick={() => void send()}>
            Enviarme el enlace
          </Button>
        )}
        {why !== 'unconfirmed_address' && (
          <Button size="sm" onClick={goToPassword}>
            Cambiar mi contraseña
          </Button>
        )}
      </div>
    </Alert>
  )
}

/** Scrolls to the password form, further down this page. */
function goToPassword(): void {
  const field = document.querySelector<HTMLElement>(`#${passwordFormId} [name="current_password"]`)
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}

/** Sends a link by mail; null, or the reason why nothing was sent. */
async function askForLink(email: string): Promise<string | null> {
  const otherwise = 'No se ha podido enviar el enlace'
  try {
    const client = await session.client()
    const redirectTo = `${location.origin}/login?source=reset_email`
    const { error } = await client.resetPasswordForEmail(email, { redirectTo })
    return error ? authWords(error, otherwise) : null
  } catch {
    return otherwise
  }
}
