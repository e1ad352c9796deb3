import { Link, useRouterState } from '@tanstack/react-router'
import { useId } from 'react'
import { useImpersonation } from '#app/impersonation.ts'
import { product } from '#app/product.ts'
import { useSession } from '#app/session.ts'
import type { MenuEntry } from '#app/shell/menu-entries.ts'
import { useDesk, useMenu } from '#app/shell/use-desk.ts'
import { countLabel } from '#features/executions/rules/desk.ts'
import type { Area } from '#kernel/actor.ts'
import { BrandMark } from '#ui/brand.tsx'
import { classes } from '#ui/classes.ts'

/** Main menu beside every screen, on wide ones. */
export function SideMenu({ area, className }: { area: Area; className?: string }) {
  return (
    <nav aria-label="Menú principal" className={classes('border-r bg-surface', className)}>
      <div className="sticky top-0 flex max-h-dvh flex-col gap-4 overflow-y-auto p-3">
        <Link
          to="/"
          className="flex min-h-8 shrink-0 items-center gap-2.5 rounded-md px-2 font-semibold text-base"
        >
          <BrandMark className="size-6 shrink-0" />
          {product}
        </Link>
        <CompanyName className="-mt-4.5 shrink-0 pr-2 pl-11.5" />
        <MenuEntries area={area} />
      </div>
    </nav>
  )
}

/** Company of the person, or of the one they impersonate; nothing for who belongs to none. */
export function CompanyName({ className }: { className?: string }) {
  const state = useSession()
  const impersonation = useImpersonation()
  const user = impersonation?.user ?? (state.kind === 'in' ? state.user : null)
  if (!user?.companyName) return null
  return <p className={classes('truncate text-ink-faint text-xs', className)}>{user.companyName}</p>
}

/** Entries of the menu; those of pending work show its count. `onGo` runs when one is followed. */
export function MenuEntries({ area, onGo }: { area: Area; onGo?: () => void }) {
  const entries = useMenu(area)
  const desk = useDesk()
  const menuId = useId()
  const countId = (to: string) => `${menuId}${to}`
  const current = useRouterState({ select: ({ location }) => currentEntry(entries, location.pathname) })
  return (
    <ul className="grid grid-cols-1 gap-0.5">
      {entries.map(({ to, label, icon: Icon, waits }) => {
        const count = waits ? countLabel(desk?.[waits] ?? 0) : null
        return (
          <li key={to} className="relative">
            <Link
              to={to}
              aria-describedby={count === null ? undefined : countId(to)}
              onClick={onGo}
              activeOptions={{ exact: true }}
              {...(to === current && { 'aria-current': 'page' })}
              className="group flex min-h-8 items-center gap-2.5 rounded-md px-2 font-medium text-ink-soft transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent touch:min-h-11"
            >
              <Icon
                aria-hidden="true"
                className={classes(
                  'size-4 shrink-0 text-ink-faint group-aria-[current=page]:text-accent',
                  count !== null && 'invisible',
                )}
              />
              {label}
            </Link>
            {count !== null && <WaitingCount id={countId(to)} count={count} />}
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Count of what waits for the person, in the place of an entry's icon. It describes the entry, whose name stays what it
 * is.
 */
function WaitingCount({ id, count }: { id: string; count: string }) {
  return (
    <span
      id={id}
      className="pointer-events-none absolute inset-y-0 left-4 grid -translate-x-1/2 place-items-center"
    >
      <span
        aria-hidden="true"
        className="figures grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 font-semibold text-2xs text-on-accent leading-none"
      >
        {count}
      </span>
      <span className="sr-only">{count === '1' ? '1 espera por ti' : `${count} esperan por ti`}</span>
    </span>
  )
}

/** Entry of the current screen: the longest address that its path begins with. */
function currentEntry(entries: readonly MenuEntry[], path: string): string | undefined {
  return entries
    .map(({ to }) => to)
    .filter(to => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.length - a.length)[0]
}
