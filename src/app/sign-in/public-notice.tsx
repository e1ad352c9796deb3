import type { ReactNode } from 'react'
import { BrandMark } from '#ui/brand.tsx'

type PublicNoticeProps = {
  code?: string
  title: string
  /** Language of the words, where it is another than the product's. */
  lang?: string
  children?: ReactNode
  actions: ReactNode
}

/** Whole screen with one message and the links to go on. */
export function PublicNotice({ code, title, lang, children, actions }: PublicNoticeProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div lang={lang} className="grid max-w-md grid-cols-1 justify-items-center gap-3 text-center">
        <BrandMark className="mb-2 size-10" />
        {code && <p className="figures font-semibold text-accent">{code}</p>}
        <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
        {children && <div className="text-balance text-base text-ink-soft">{children}</div>}
        <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>
      </div>
    </main>
  )
}
