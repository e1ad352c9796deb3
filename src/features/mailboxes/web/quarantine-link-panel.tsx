import { useQuery } from '@tanstack/react-query'
import { MailQuestion } from 'lucide-react'
import { waitingQuery } from '#features/mailboxes/web/queries.ts'
import { LinkButton } from '#ui/link-button.tsx'

/** Way to the messages that wait, with their number. */
export function QuarantineLinkPanel() {
  const { data = 0 } = useQuery(waitingQuery)
  return (
    <LinkButton icon={<MailQuestion aria-hidden="true" />} to="/empresa/received-invoices/quarantine">
      {data > 0 ? `Cuarentena (${data})` : 'Cuarentena'}
    </LinkButton>
  )
}
