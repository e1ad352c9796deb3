import { useEffect, useRef, useState } from 'react'
import { SignedSheet } from '#app/pages/signed-sheet.tsx'
import { offersCompanies } from '#app/sign-in/meta.ts'
import { OwnCompanyForm } from '#app/sign-in/own-company-form.tsx'
import { PublicNotice } from '#app/sign-in/public-notice.tsx'
import { BrandMark } from '#ui/brand.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Page on which somebody asks for a company of their own. */
export function OwnCompanyPage() {
  const [isOffered, setOffered] = useState<boolean | null>(null)
  const [email, setEmail] = useState<string | null>(null)
  useEffect(() => void offersCompanies().then(setOffered), [])
  if (isOffered === false) return <NotOffered />
  if (email !== null) return <Sent email={email} />
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[1fr_minmax(0,44%)]">
      <main className="grid grid-cols-1 content-center justify-items-center px-5 py-10">
        <div className="grid w-full max-w-md grid-cols-1 gap-6">
          <header>
            <BrandMark className="mb-4 size-10" />
            <h1 className="font-semibold text-2xl tracking-tight">Crear mi empresa</h1>
            <p className="mt-1 text-base text-ink-soft">
              Con el plan Free: hasta 3 personas, 1 proyecto y 20 documentos al mes. La administrarás tú.
            </p>
          </header>
          <OwnCompanyForm onSent={setEmail} />
        </div>
      </main>
      <aside
        aria-hidden="true"
        className="grid place-items-center overflow-hidden border-l bg-sunken p-12 max-lg:hidden"
      >
        <SignedSheet className="max-w-sm rotate-2" />
      </aside>
    </div>
  )
}

function Sent({ email }: { email: string }) {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <PublicNotice
      title="Revisa tu correo"
      actions={<LinkButton to="/login">Ir al inicio de sesión</LinkButton>}
    >
      <p ref={place} role="status" tabIndex={-1} className="wrap-anywhere outline-none">
        Te hemos enviado un enlace a {email}. Ábrelo antes de 24 horas y escribe la contraseña que acabas de
        elegir: tu empresa quedará creada.
      </p>
    </PublicNotice>
  )
}

function NotOffered() {
  return (
    <PublicNotice
      title="Aquí no se crean empresas"
      actions={
        <>
          <LinkButton to="/login" variant="primary">
            Ir al inicio de sesión
          </LinkButton>
          <LinkButton to="/register">Pedir una cuenta</LinkButton>
        </>
      }
    >
      <p>Las empresas las da de alta la administración de la plataforma.</p>
    </PublicNotice>
  )
}
