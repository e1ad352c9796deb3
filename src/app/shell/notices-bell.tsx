import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense, useState } from 'react'
import { noticesQuery } from '#features/notices/web/bell-queries.ts'
import { Button } from '#ui/button.tsx'
import { late } from '#ui/late.ts'

const NoticesPopover = late(async () => (await import('#app/shell/notices-popover.tsx')).NoticesPopover)

/** Button with the number of unread notices; opens them. */
export function NoticesBell({ areaPath }: { areaPath: string }) {
  const { data } = useQuery(noticesQuery)
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const unread = data?.unread ?? 0
  const count = unread > 99 ? '99+' : String(unread)
  const name = unread === 0 ? 'Notificaciones' : `Notificaciones: ${count} sin leer`
  const open = () => {
    setWanted(true)
    setOpen(true)
  }
  const button = (
    <Button
      variant="quiet"
      size="icon"
      aria-label={name}
      title={name}
      className="relative"
      {...(!isWanted && { onClick: open })}
    >
      <Bell aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-negative-solid px-1 font-semibold text-[0.625rem] text-on-negative leading-none"
        >
          {count}
        </span>
      )}
    </Button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <NoticesPopover areaPath={areaPath} trigger={button} open={isOpen} onOpenChange={setOpen} />
    </Suspense>
  )
}
