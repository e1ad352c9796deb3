import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PublicFooter } from '#app/pages/public-footer.tsx'
import { product } from '#app/product.ts'
import { BrandMark } from '#ui/brand.tsx'

type PublicPageProps = { title: string; summary: string; children: ReactNode }

/** Page of text that anybody reads, signed in or not. */
export function PublicPage({ title, summary, children }: PublicPageProps) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-3xl flex-col px-5 sm:px-8">
      <header className="py-5 print:hidden">
        <Link
          to="/"
          className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg tracking-tight"
        >
          <BrandMark />
          {product}
        </Link>
      </header>
      <main className="grid flex-1 grid-cols-1 content-start gap-8 py-4 text-base">
        <div>
          <h1 className="font-semibold text-3xl tracking-tight">{title}</h1>
          <p className="mt-2 text-ink-soft">{summary}</p>
        </div>
        {children}
      </main>
      <PublicFooter />
    </div>
  )
}
