import { Suspense } from 'react'
import { MailsCard } from '#features/notices/web/mails-card.tsx'
import { MutedCard } from '#features/notices/web/muted-card.tsx'
import type { Role } from '#kernel/actor.ts'
import { Card } from '#ui/card.tsx'
import { late } from '#ui/late.ts'
import { WhenNear } from '#ui/when-near.tsx'

const DevicesCard = late(async () => (await import('#features/notices/web/devices-card.tsx')).DevicesCard)

/** Choice of a person's notices in a company: on screen, by mail, and on their devices. */
export function NoticesCards({ role }: { role: Role }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <MutedCard />
      <MailsCard role={role} />
      <WhenNear className="h-40">
        <Suspense fallback={<Card className="h-40" />}>
          <DevicesCard />
        </Suspense>
      </WhenNear>
    </div>
  )
}
