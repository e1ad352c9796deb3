import { Link } from '@tanstack/react-router'

const link = 'inline-flex min-h-8 items-center underline-offset-4 hover:underline touch:min-h-11'

/** Foot of the pages that anybody sees: help and accessibility. */
export function PublicFooter() {
  return (
    <footer className="flex flex-wrap justify-center gap-x-6 py-4 text-ink-soft print:hidden">
      <Link to="/ayuda" className={link}>
        Ayuda
      </Link>
      <Link to="/accesibilidad" className={link}>
        Accesibilidad
      </Link>
    </footer>
  )
}
