import type { ReactNode } from 'react'
import { SignedSheet } from '#app/pages/signed-sheet.tsx'
import { BrandMark } from '#ui/brand.tsx'

type SignUpLayoutProps = { title: string; intro: string; children: ReactNode }

/** Page with the form of somebody who has no account yet, beside an approved sheet. */
export function SignUpLayout({ title, intro, children }: SignUpLayoutProps) {
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[1fr_minmax(0,44%)]">
      <main className="grid grid-cols-1 content-center justify-items-center px-5 py-10">
        <div className="grid w-full max-w-md grid-cols-1 gap-6">
          <header>
            <BrandMark className="mb-4 size-10" />
            <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
            <p className="mt-1 text-base text-ink-soft">{intro}</p>
          </header>
          {children}
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
