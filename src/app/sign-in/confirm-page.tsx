import { useEffect, useRef, useState } from 'react'
import { confirmWords, countsText } from '#app/sign-in/confirm-text.ts'
import {
  type ConfirmationType,
  type Confirmed,
  type Counts,
  confirmationTypes,
  spend,
} from '#app/sign-in/confirmation.ts'
import { PublicNotice } from '#app/sign-in/public-notice.tsx'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Page of a link in a mail: its button carries out what the link is for. */
export function ConfirmPage() {
  const [{ type, code }] = useState(readAddress)
  const [result, setResult] = useState<Confirmed | null>(null)
  if (type === null || code === '' || result?.kind === 'spent-link') return <Spent type={type} />
  if (result?.kind === 'done') return <Done type={type} isIn={result.isIn} counts={result.counts} />
  const failure = result?.kind === 'refused' ? result.message : null
  return <Ask type={type} code={code} failure={failure} onResult={setResult} />
}

type AskProps = {
  type: ConfirmationType
  code: string
  failure: string | null
  onResult: (result: Confirmed | null) => void
}

function Ask({ type, code, failure, onResult }: AskProps) {
  const [busy, setBusy] = useState(false)
  const { title, text, action } = confirmWords[type]
  const confirm = async () => {
    setBusy(true)
    onResult(null)
    const result = await spend(type, code).catch(
      (): Confirmed => ({
        kind: 'refused',
        message: 'No hay conexión con el servidor. Comprueba tu red e inténtalo de nuevo.',
      }),
    )
    setBusy(false)
    onResult(result)
  }
  return (
    <PublicNotice
      title={title}
      actions={
        <Button
          variant={type === 'email_undo' || type === 'address_refusal' ? 'danger' : 'primary'}
          size="lg"
          busy={busy}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      }
    >
      <p>{text}</p>
      {failure !== null && (
        <div className="mt-4 text-left text-sm">
          <FormFailure message={failure} />
        </div>
      )}
    </PublicNotice>
  )
}

type DoneProps = { type: ConfirmationType; isIn: boolean; counts: Counts | undefined }

function Done({ type, isIn, counts }: DoneProps) {
  const { done, after } = confirmWords[type]
  const place = useAnnounced()
  return (
    <PublicNotice
      title={done}
      actions={
        <LinkButton to={isIn ? '/welcome' : '/login'} variant="primary">
          {isIn ? 'Continuar' : 'Ir al inicio de sesión'}
        </LinkButton>
      }
    >
      <p ref={place} role="status" tabIndex={-1} className="outline-none">
        {isIn && type === 'signup' ? 'Tu cuenta ya está activa.' : counts ? countsText(counts) : after}
      </p>
    </PublicNotice>
  )
}

function Spent({ type }: { type: ConfirmationType | null }) {
  const place = useAnnounced()
  return (
    <PublicNotice
      title="Este enlace ya no sirve"
      actions={
        <>
          <LinkButton to="/login" variant="primary">
            Ir al inicio de sesión
          </LinkButton>
          <LinkButton to="/">Ir al inicio</LinkButton>
        </>
      }
    >
      <p ref={place} role="alert" tabIndex={-1} className="outline-none">
        Ya se ha usado o ha caducado. {type === null ? '' : confirmWords[type].wayOn}
      </p>
    </PublicNotice>
  )
}

/** Reference to the result, which gets the focus for the keyboard and the screen reader. */
function useAnnounced() {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  return place
}

function readAddress(): { type: ConfirmationType | null; code: string } {
  const params = new URLSearchParams(location.search)
  const type = confirmationTypes.find(known => known === params.get('type')) ?? null
  return { type, code: params.get('token_hash') ?? '' }
}
