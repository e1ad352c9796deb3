import { LogOut } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { owesFactor } from '#app/owed-factor.ts'
import { product } from '#app/product.ts'
import type { SessionUser } from '#app/session-user.ts'
import { CommandsButton } from '#app/shell/commands-button.tsx'
import { MenuButton } from '#app/shell/menu-button.tsx'
import { NoticesBell } from '#app/shell/notices-bell.tsx'
import { ThemeButton } from '#app/shell/theme-button.tsx'
import { useDutyLabel } from '#app/shell/use-desk.ts'
import type { Area } from '#kernel/actor.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { late } from '#ui/late.ts'

// For the few who work in several companies.
const CompanySwitcher = late(async () => (await import('#app/shell/company-switcher.tsx')).CompanySwitcher)

type HeaderProps = {
  user: SessionUser
  area: Area
  onSignOut: () => void
  /** True above an order that a mail leads to: nothing leads elsewhere. */
  isAlone?: boolean
  /** Banner above everything while somebody impersonates. */
  children?: ReactNode
}

/** Bar above every screen: companies, commands, who is signed in, their bell and the way out. */
export function Header({ user, area, onSignOut, isAlone = false, children }: HeaderProps) {
  const hasSwitcher = user.companies.length > 1 && !isAlone
  const duty = useDutyLabel(user.role)
  return (
    <header className="sticky top-0 z-30 border-b bg-surface">
      {children}
      <div className="flex h-14 items-center gap-2 px-3 sm:px-5 lg:px-8">
        {isAlone ? product : <MenuButton area={area} />}
        {hasSwitcher && (
          <Suspense>
            <CompanySwitcher user={user} />
          </Suspense>
        )}
        {!isAlone && <CommandsButton area={area} onSignOut={onSignOut} />}
        <div className="ml-auto flex min-w-0 items-center gap-1.5">
          <div className={classes('min-w-0 pr-2 text-right leading-tight', hasSwitcher && 'max-sm:hidden')}>
            <p className="truncate font-medium">{user.name}</p>
            <p className="truncate text-ink-faint text-xs">{duty}</p>
          </div>
          {user.role !== 'admin_saas' && !isAlone && !owesFactor(user) && (
            <NoticesBell areaPath={`/${area}`} />
          )}
          <ThemeButton />
          <Button
            variant="quiet"
            icon={<LogOut aria-hidden="true" />}
            onClick={onSignOut}
            className="max-sm:w-11 max-sm:px-0"
          >
            <span className="max-sm:sr-only">Cerrar sesión</span>
          </Button>
        </div>
      </div>
      {/* On a phone the switcher leaves no room beside it. */}
      {hasSwitcher && (
        <p className="flex justify-between gap-4 px-3 pb-1.5 text-xs sm:hidden">
          <span className="truncate font-medium">{user.companyName}</span>
          <span className="truncate text-ink-faint">
            {user.name} · {duty}
          </span>
        </p>
      )}
    </header>
  )
}
