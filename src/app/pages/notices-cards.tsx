import { MailsCard } from '#features/notifications/web/mails-card.tsx'
import { MutedCard } from '#features/notifications/web/muted-card.tsx'

/** Choice of a person's notices in a company, on screen and by mail. */
export function NoticesCards({ hasMails }: { hasMails: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <MutedCard />
      {hasMails && <MailsCard />}
    </div>
  )
}
