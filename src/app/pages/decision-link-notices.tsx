/** Notices in the place of an order: a link that is not this person's, and one of another of their companies. */
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { impersonation } from '#app/impersonation.ts'
import { session } from '#app/session.ts'
import type { Company } from '#app/session-user.ts'
import { switchToCompany } from '#app/shell/impersonating.ts'
import { useArea } from '#app/use-area.ts'
import { roleHome } from '#kernel/actor.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { notify } from '#ui/toast.ts'

/** The same for a link of somebody else, and for one that never was: nobody learns which. */
export function NotYourLink() {
  const { user } = useArea()
  // Whoever signs out is led to the sign-in, and comes back here.
  const changeAccount = async () => {
    impersonation.drop()
    await session.signOut()
  }
  return (
    <>
      <PageHeader title="Este enlace no es tuyo o ya no existe" />
      <div className="grid max-w-prose grid-cols-1 gap-3 text-base">
        <p>
          Has entrado como {user.name} ({user.email}). Cada enlace es de la persona a la que se escribió el
          correo, y nadie más puede abrirlo.
        </p>
        <p className="text-ink-soft">
          Si el correo te llegó a ti en otra cuenta, entra con ella. Si te lo han reenviado, pide a esa
          persona que decida, o que te nombre suplente en Visto Bueno.
        </p>
        <div className="flex flex-wrap gap-2 pt-2 max-sm:*:flex-1">
          <Button variant="primary" onClick={() => void changeAccount()}>
            Entrar con otra cuenta
          </Button>
          <LinkButton to={roleHome[user.role]}>Abrir Visto Bueno</LinkButton>
        </div>
      </div>
    </>
  )
}

/** A link of another company in which the person works: the order is read once they work there. */
export function OtherCompanyLink({ company }: { company: Company }) {
  const { user } = useArea()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    try {
      await switchToCompany(company.id)
      // The address stays, and with it who the screen takes the person for, until it is read anew.
      await router.invalidate()
      notify.success(`Ahora trabajas en ${company.name}`)
    } catch (error) {
      notify.error('No se ha podido cambiar de empresa', { description: failureMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <PageHeader title={`Este pedido es de ${company.name}`} />
      <p className="max-w-prose text-base">
        Ahora trabajas en {user.companyName ?? 'otra de tus empresas'}. Cambia de empresa para verlo y
        decidirlo aquí mismo.
      </p>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:grid">
        <Button variant="primary" busy={isBusy} onClick={() => void enter()}>
          Cambiar a {company.name}
        </Button>
        <LinkButton to={roleHome[user.role]}>Seguir en {user.companyName ?? 'Visto Bueno'}</LinkButton>
      </div>
    </>
  )
}
