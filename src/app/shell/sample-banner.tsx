import { useNavigate } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import type { SessionUser } from '#app/session-user.ts'
import { changingCompany, switchToCompany } from '#app/shell/impersonating.ts'
import { discardSample } from '#features/samples/wire.ts'
import { roleHome } from '#kernel/actor.ts'
import { call, failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { notify } from '#ui/toast.ts'

type SampleProps = { user: SessionUser; sampleOf: string; isImpersonating: boolean }

/** Banner on every screen of a sample: what it is, and the two ways out. */
export function SampleBanner({ isImpersonating, ...props }: SampleProps) {
  return (
    <section
      aria-label="Datos de ejemplo"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-caution border-b bg-caution-soft px-3 py-2 text-caution sm:px-5 lg:px-8"
    >
      <p className="flex min-w-0 items-center gap-2 font-medium">
        <FlaskConical aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 break-words">Datos de ejemplo: nada de lo que hagas aquí es real</span>
      </p>
      {!isImpersonating && <WaysOut {...props} />}
    </section>
  )
}

function WaysOut({ user, sampleOf }: Omit<SampleProps, 'isImpersonating'>) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const companyName = user.companies.find(({ id }) => id === sampleOf)?.name ?? 'mi empresa'
  const leave = async (move: () => Promise<void>, done: string) => {
    setBusy(true)
    try {
      await move()
      await navigate({ to: roleHome[user.role] })
      notify.success(done)
    } catch (error) {
      notify.error('No se ha podido salir del ejemplo', { description: failureMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  const back = () => leave(() => switchToCompany(sampleOf), `Ahora trabajas en ${companyName}`)
  const discard = () =>
    leave(() => changingCompany(() => call(discardSample, { body: {} })), 'El ejemplo se ha borrado')
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      <Button size="sm" busy={isBusy} onClick={() => void back()} className="min-w-0">
        <span className="truncate">Volver a {companyName}</span>
      </Button>
      <Button size="sm" disabled={isBusy} onClick={() => setAsking(true)}>
        Borrar el ejemplo
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="¿Borrar el ejemplo?"
        description="Nadie volverá a entrar en él. Puedes crear otro mientras tu empresa no tenga pedidos."
        confirmLabel="Borrar el ejemplo"
        tone="danger"
        busy={isBusy}
        onConfirm={() => void discard()}
      />
    </div>
  )
}
