import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { product } from '#app/product.ts'
import { CompanyName, MenuEntries } from '#app/shell/side-menu.tsx'
import type { Area } from '#kernel/actor.ts'
import { BrandMark } from '#ui/brand.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { veilClasses } from '#ui/dialogs/dialog.tsx'

type MenuDrawerProps = { area: Area; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Side menu as a drawer, on narrow screens. */
export function MenuDrawer({ area, isOpen, onOpenChange }: MenuDrawerProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={veilClasses} />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto border-r bg-surface p-3 shadow-float outline-none transition data-ending-style:-translate-x-4 data-ending-style:opacity-0 data-starting-style:-translate-x-4 data-starting-style:opacity-0">
          <div className="flex items-center justify-between gap-2 pl-2">
            <Dialog.Title className="flex items-center gap-2.5 font-semibold text-base">
              <BrandMark className="size-6" />
              {product}
            </Dialog.Title>
            <Dialog.Close aria-label="Cerrar el menú" className={buttonClasses('quiet', 'icon')}>
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
          <CompanyName className="-mt-6 pr-12 pl-11.5" />
          <nav aria-label="Menú principal">
            <MenuEntries area={area} onGo={() => onOpenChange(false)} />
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
