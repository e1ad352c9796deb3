import { SignedSheet } from '#app/pages/signed-sheet.tsx'
import { RegisterForm } from '#app/sign-in/register-form.tsx'
import { BrandMark } from '#ui/brand.tsx'

export function RegisterPage() {
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[1fr_minmax(0,44%)]">
      <main className="grid grid-cols-1 content-center justify-items-center px-5 py-10">
        <div className="grid w-full max-w-md grid-cols-1 gap-6">
          <header>
            <BrandMark className="mb-4 size-10" />
            <h1 className="font-semibold text-2xl tracking-tight">Registro de Usuario</h1>
            <p className="mt-1 text-base text-ink-soft">
              Pide una cuenta. La administración la activará y le dará el rol que corresponda.
            </p>
          </header>
          <RegisterForm />
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
