import { Building2, CircleCheck, ShieldAlert } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { product } from '#app/product.ts'
import { type SessionUser, session, useSession } from '#app/session.ts'
import { afterSignIn } from '#app/sign-in/home-after-sign-in.ts'
import { PublicNotice } from '#app/sign-in/public-notice.tsx'
import { roleTells } from '#app/sign-in/welcome-text.ts'
import { untrustedText } from '#features/identity/text/account-trust.ts'
import { roleAreas, roleLabel } from '#kernel/actor.ts'
import { late } from '#ui/late.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Spinner } from '#ui/spinner.tsx'

const InvitedCard = late(async () => (await import('#app/pages/invited-card.tsx')).InvitedCard)
const WaitingLinks = late(async () => (await import('#app/pages/waiting-links.tsx')).WaitingLinks)

/** Page after an invitation: the person's role, what it can do, and what is still missing. */
export function WelcomePage() {
  const state = useSession()
  useEffect(() => void session.user().catch(() => {}), [])
  if (state.kind === 'checking')
    return (
      <main className="grid min-h-dvh place-items-center">
        <p role="status" className="flex items-center gap-3 text-base text-ink-soft">
          <Spinner className="text-accent" />
          Verificando estado de autenticación
        </p>
      </main>
    )
  return state.kind === 'in' ? <Welcome user={state.user} /> : <Invitation />
}

function Welcome({ user }: { user: SessionUser }) {
  const home: string = afterSignIn(user.role, undefined)
  const profile: string = `/${roleAreas[user.role][0]}/profile`
  const hasCompany = user.companyName !== null || user.role === 'admin_saas'
  const missing = [
    !hasCompany && (
      <Pending key="company" icon={<Building2 />} title="Todavía no perteneces a ninguna empresa">
        Cuando la administración de una empresa te invite, verás aquí la invitación.
      </Pending>
    ),
    user.untrustedReason !== null && (
      <Pending key="account-trust" icon={<ShieldAlert />} title="Todavía no puedes decidir ni ejecutar">
        {untrustedText[user.untrustedReason]}
      </Pending>
    ),
    !user.hasSecondFactor && (
      <Pending key="factor" icon={<ShieldAlert />} title="Activa la verificación en dos pasos">
        Protege tu cuenta con un código de tu teléfono. Se activa en tu perfil en un minuto.
      </Pending>
    ),
  ].filter(Boolean)
  return (
    <PublicNotice
      title={`¡Bienvenido a ${product}, ${user.givenName || user.name}!`}
      actions={
        <>
          <LinkButton to={home} variant="primary">
            Ir al panel
          </LinkButton>
          {!user.hasSecondFactor && <LinkButton to={profile}>Ir a mi perfil</LinkButton>}
        </>
      }
    >
      <p>
        {user.companyName !== null && <>Trabajas con {user.companyName}. </>}
        Tu rol es <span className="font-medium text-ink">{roleLabel[user.role]}</span>. {roleTells[user.role]}
      </p>
      <div className="mt-6 grid grid-cols-1 gap-3">
        <Suspense fallback={null}>
          {hasCompany && roleAreas[user.role][0] === 'client' && <WaitingLinks />}
          <InvitedCard />
        </Suspense>
      </div>
      <section aria-label="Lo que queda pendiente" className="mt-6 text-left">
        {missing.length > 0 ? (
          <ul className="grid grid-cols-1 gap-3">{missing}</ul>
        ) : (
          <p className="flex items-center justify-center gap-2">
            <CircleCheck aria-hidden="true" className="size-4 text-positive" />
            No te queda nada pendiente.
          </p>
        )}
      </section>
    </PublicNotice>
  )
}

function Pending({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 rounded-xl border bg-surface p-4 text-sm">
      <span aria-hidden="true" className="mt-0.5 text-caution [&>svg]:size-5">
        {icon}
      </span>
      <div>
        <h2 className="font-semibold text-ink">{title}</h2>
        <p className="mt-0.5">{children}</p>
      </div>
    </li>
  )
}

function Invitation() {
  return (
    <PublicNotice
      title={`Te damos la bienvenida a ${product}`}
      actions={
        <>
          <LinkButton to="/login" variant="primary">
            Iniciar sesión
          </LinkButton>
          <LinkButton to="/register">Registrarse</LinkButton>
        </>
      }
    >
      <p>
        Inicia sesión para ver qué puedes hacer. Si acabas de registrarte, tu cuenta está pendiente de
        activación: podrás entrar cuando la administración la active.
      </p>
    </PublicNotice>
  )
}
