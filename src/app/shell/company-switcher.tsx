import { useNavigate } from '@tanstack/react-router'
import { Building2, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import type { SessionUser } from '#app/session-user.ts'
import { switchToCompany } from '#app/shell/impersonating.ts'
import { roleHome } from '#kernel/actor.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/dialogs/menu.tsx'
import { notify } from '#ui/toast.ts'

/** Switcher between the companies of somebody who works in several. */
export function CompanySwitcher({ user }: { user: SessionUser }) {
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const enter = async (companyId: string) => {
    if (companyId === user.companyId) return
    const chosen = user.companies.find(({ id }) => id === companyId)
    setBusy(true)
    try {
      await switchToCompany(companyId)
      await navigate({ to: roleHome[user.role] })
      notify.success(`Ahora trabajas en ${chosen?.name}`)
    } catch (error) {
      notify.error('No se ha podido cambiar de empresa', { description: failureMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button
          variant="quiet"
          busy={isBusy}
          icon={<Building2 aria-hidden="true" />}
          aria-label={`Empresa: ${user.companyName}. Cambiar de empresa`}
          className="min-w-0"
        >
          <span className="truncate max-sm:sr-only">{user.companyName}</span>
          <ChevronsUpDown aria-hidden="true" className="text-ink-faint" />
        </Button>
      }
      items={user.companies.map(({ id, name }) => ({
        label: name,
        isOn: id === user.companyId,
        onSelect: () => void enter(id),
      }))}
    />
  )
}
