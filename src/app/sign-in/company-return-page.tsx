import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { comeBack } from '#app/sign-in/company-entry.ts'
import { afterSignIn } from '#app/sign-in/home-after-sign-in.ts'
import { PublicNotice } from '#app/sign-in/public-notice.tsx'
import { usePathParam } from '#ui/address.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { providerWay } from '#ui/provider-way.ts'
import { Spinner } from '#ui/spinner.tsx'
import { notify } from '#ui/toast.ts'

/**
 * Answer with which the browser came: taken out of the address at once, before the official client, which redeems codes
 * of its own, looks for one there. It works once.
 */
let arrived: string | null = location.search.slice(1)
history.replaceState(history.state, '', location.pathname)

function takeArrived(): string {
  const answer = arrived ?? ''
  arrived = null
  return answer
}

const lost =
  'Este intento ya se usó, ha caducado o empezó en otra ventana. Vuelve a pulsar «Entrar con mi empresa».'

/** Page to which a company's provider sends people back. */
export function CompanyReturnPage() {
  const companyId = usePathParam('companyId')
  const [problem, setProblem] = useState<string | null>(null)
  const enter = useEnter(setProblem)
  useEffect(() => {
    // Once, however often the effect runs.
    if (arrived !== null) void enter(companyId)
  }, [companyId, enter])
  if (problem === null)
    return (
      <PublicNotice title="Entrando con tu empresa" actions={null}>
        <p role="status" className="flex items-center gap-3">
          <Spinner className="text-accent" /> Comprobando quién eres
        </p>
      </PublicNotice>
    )
  return (
    <PublicNotice
      title="No has entrado"
      actions={
        <LinkButton to="/login" variant="primary">
          Volver al inicio de sesión
        </LinkButton>
      }
    >
      <p role="alert">{problem}</p>
    </PublicNotice>
  )
}

function useEnter(setProblem: (problem: string) => void) {
  const router = useRouter()
  const [enter] = useState(() => async (companyId: string) => {
    const answer = takeArrived()
    const way = providerWay.take()
    if (way === null) return setProblem(lost)
    if (way.isTrial) {
      providerWay.keepTrial({ secret: way.secret, answer })
      return router.navigate({ to: '/empresa/settings/sign-in', replace: true })
    }
    const entered = await comeBack(companyId, { secret: way.secret, answer })
    if ('message' in entered) return setProblem(entered.message)
    const { user } = entered
    // The second factor is asked for on the sign-in screen, which then goes on from there.
    if (user === null)
      return router.navigate({
        to: '/login',
        state: way.returnTo === undefined ? {} : { returnTo: way.returnTo },
        replace: true,
      })
    notify.success(`Bienvenido, ${user.name}`)
    return router.navigate({ href: afterSignIn(user.role, way.returnTo), replace: true })
  })
  return enter
}
