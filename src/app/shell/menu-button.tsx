import { Menu } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Area } from '#kernel/actor.ts'
import { Button } from '#ui/button.tsx'
import { late } from '#ui/late.ts'

const MenuDrawer = late(async () => (await import('#app/shell/menu-drawer.tsx')).MenuDrawer)

/** Button that opens the side menu on narrow screens. */
export function MenuButton({ area }: { area: Area }) {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Abrir el menú"
        aria-expanded={isOpen}
        icon={<Menu aria-hidden="true" />}
        onClick={open}
        className="lg:hidden"
      />
      {isWanted && (
        <Suspense>
          <MenuDrawer area={area} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
