import { Link, useRouterState } from '@tanstack/react-router'
import { useImpersonation } from '#app/impersonation.ts'
import { product } from '#app/product.ts'
import { useSession } from '#app/session.ts'
import type { MenuEntry } from '#app/shell/menu-entries.ts'
import { useMenu } from '#app/shell/use-menu.ts'
import type { Area } from '#kernel/actor.ts'
import { BrandMark } from '#ui/brand.tsx'
import { classes } from '#ui/classes.ts'

export function SideMenu({ area, className }: { area: Area; className?: string }) {
  return (
    <nav aria-label="Menú principal" className={classes('border-r bg-surface', className)}>
      <div className="sticky top-0 flex max-h-dvh flex-col gap-4 overflow-y-auto p-3">
        <Link to="/" className="flex min-h-8 items-center gap-2.5 rounded-md px-2 font-semibold text-base">
          <BrandMark className="size-6 shrink-0" />
          {product}
        </Link>
        <CompanyName />
        <MenuEntries area={area} />
      </div>
    </nav>
  )
}

/** Company of the person, or of the one they impersonate; nothing for who belongs to none. */
function CompanyName() {
  const state = useSession()
  const impersonation = useImpersonation()
  const user = impersonation?.user ?? (state.kind === 'in' ? state.user : null)
  if (!user?.companyName) return null
  return <p className="-mt-4.5 truncate pr-2 pl-11.5 text-ink-faint text-xs">{user.companyName}</p>
}

export function MenuEntries({ area, onGo }: { area: Area; onGo?: () => void }) {
  const entries = useMenu(area)
  const current = useRouterState({ select: ({ location }) => currentEntry(entries, location.pathname) })
  return (
    <ul className="grid grid-cols-1 gap-0.5">
      {entries.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onGo}
            activeOptions={{ exact: true }}
            {...(to === current && { 'aria-current': 'page' })}
            className="group flex min-h-9 items-center gap-2.5 rounded-md px-2 font-medium text-ink-soft transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent touch:min-h-11"
          >
            <Icon
              aria-hidden="true"
              className="size-4 shrink-0 text-ink-faint group-aria-[current=page]:text-accent"
            />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Entry of the current screen: the longest address that its path begins with. */
function currentEntry(entries: readonly MenuEntry[], path: string): string | undefined {
  return entries
    .map(({ to }) => to)
    .filter(to => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.length - a.length)[0]
}
