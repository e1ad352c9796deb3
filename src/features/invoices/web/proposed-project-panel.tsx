import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { receivedQuery } from '#features/invoices/web/tray-queries.ts'
import { Skeleton } from '#ui/skeleton.tsx'

type ProposedProjectPanelProps = {
  receivedId: string
  children: (projectId: string) => ReactNode
  /** Shown where no project is proposed. */
  otherwise: ReactNode
}

/** Project that a received invoice is proposed for. */
export function ProposedProjectPanel({ receivedId, children, otherwise }: ProposedProjectPanelProps) {
  const { data, isPending } = useQuery(receivedQuery(receivedId))
  if (isPending) return <Skeleton className="h-40 w-full max-w-xl" />
  return data?.proposedProjectId ? children(data.proposedProjectId) : otherwise
}
