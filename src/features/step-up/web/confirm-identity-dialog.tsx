import { type KeyboardEvent, useState } from 'react'
import { PasskeyConfirmationForm } from '#features/step-up/web/passkey-confirmation-form.tsx'
import { movingText, noWayText, whyText } from '#features/step-up/web/text.ts'
import { TypedConfirmationForm } from '#features/step-up/web/typed-confirmation-form.tsx'
import type { Facts } from '#kernel/refusal.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { canUsePasskeys } from '#ui/passkeys.ts'
import { Alert } from '#ui/states.tsx'

type ConfirmIdentityDialogProps = {
  /** Facts of the refusal: what is asked, and with what the account may confirm. */
  facts: Facts
  /** Address of the person's profile. */
  profile: string
  onClose: (isConfirmed: boolean) => void
}

/** Ways to confirm, the easiest first. */
const ways = ['passkey', 'code', 'password'] as const
type Way = (typeof ways)[number]

const changeTexts: { readonly [way in Way]: string } = {
  passkey: 'Usar una llave de acceso',
  code: 'Usar el código de la aplicación',
  password: 'Usar la contraseña',
}

/** Dialog in which somebody confirms who they are; what they were doing goes on by itself. */
export function ConfirmIdentityDialog({ facts, profile, onClose }: ConfirmIdentityDialogProps) {
  const [chosen, setChosen] = useState<Way | null>(null)
  const offered = ways.filter(way => facts[way] === true && (way !== 'passkey' || canUsePasskeys()))
  const way = chosen ?? offered[0] ?? null
  const cancel = () => onClose(false)
  // Escape is of this dialog alone: one below it, which waits, would close as well.
  const keep = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    cancel()
  }
  const done = () => onClose(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what the dialog in it does not handle
    <div onKeyDown={keep}>
      <Dialog
        open
        onOpenChange={isOpen => !isOpen && cancel()}
        title="Confirma que eres tú"
        description={`${movingText(facts)} ${whyText(facts)}`}
        initialFocus={() => document.querySelector('[data-confirmation]')}
      >
        <div className="grid grid-cols-1 gap-3">
          {facts.passkey === true && !canUsePasskeys() && (
            <Alert tone="info">Este navegador no admite la llave de acceso de tu cuenta.</Alert>
          )}
          {way === 'passkey' && <PasskeyConfirmationForm onDone={done} onEnded={cancel} />}
          {(way === 'code' || way === 'password') && (
            <TypedConfirmationForm key={way} way={way} onDone={done} onEnded={cancel} />
          )}
          {offered
            .filter(other => other !== way)
            .map(other => (
              <Button key={other} variant="quiet" onClick={() => setChosen(other)} className="w-full">
                {changeTexts[other]}
              </Button>
            ))}
          {offered.length === 0 && <NoWay facts={facts} profile={profile} />}
          <Button onClick={cancel} className="w-full">
            Cancelar
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

/** Advice to somebody without a way to confirm here. The profile opens beside, so that nothing typed is lost. */
function NoWay({ facts, profile }: { facts: Facts; profile: string }) {
  return (
    <>
      <Alert tone="caution">
        {facts.passkey === true
          ? 'Hazlo en un navegador o un dispositivo que la admita, o añade también en tu perfil una aplicación de códigos.'
          : noWayText(facts)}
      </Alert>
      <a
        href={profile}
        target="_blank"
        rel="noreferrer"
        data-confirmation
        className={buttonClasses('primary', 'md')}
      >
        Abrir mi perfil en otra pestaña
      </a>
    </>
  )
}
