import { useEffect, useRef, useState } from 'react'
import { offersCompanies } from '#app/sign-in/meta.ts'
import { OwnCompanyForm } from '#app/sign-in/own-company-form.tsx'
import { PublicNotice } from '#app/sign-in/public-notice.tsx'
import { SignUpLayout } from '#app/sign-in/sign-up-layout.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Page on which somebody asks for a company of their own. */
export function OwnCompanyPage() {
  const [isOffered, setOffered] = useState<boolean | null>(null)
  const [email, setEmail] = useState<string | null>(null)
  useEffect(() => void offersCompanies().then(setOffered), [])
  if (isOffered === false) return <NotOffered />
  if (email !== null) return <Sent email={email} />
  return (
    <SignUpLayout
      title="Crear mi empresa"
      intro="Con el plan Free: hasta 3 personas, 1 proyecto y 20 documentos al mes. La administrarás tú."
    >
      <OwnCompanyForm onSent={setEmail} />
    </SignUpLayout>
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
