import { RegisterForm } from '#app/sign-in/register-form.tsx'
import { SignUpLayout } from '#app/sign-in/sign-up-layout.tsx'

/** Screen of somebody who asks for an account. */
export function RegisterPage() {
  return (
    <SignUpLayout
      title="Registro de Usuario"
      intro="Pide una cuenta. La administración la activará y le dará el rol que corresponda."
    >
      <RegisterForm />
    </SignUpLayout>
  )
}
