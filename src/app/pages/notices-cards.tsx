import { DevicesCard } from '#features/notifications/web/devices-card.tsx'
import { MailsCard } from '#features/notifications/web/mails-card.tsx'
import { MutedCard } from '#features/notifications/web/muted-card.tsx'
import type { Role } from '#kernel/actor.ts'

/** Choice of a person's notices in a company: on screen, by mail, and on their devices. */
export function NoticesCards({ role }: { role: Role }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <MutedCard />
      <MailsCard role={role} />
      <DevicesCard />
    </div>
  )
}
