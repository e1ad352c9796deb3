import type { UseQueryResult } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiProblem, failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { HasMoreContext } from '#ui/lists/has-more-context.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Alert, EmptyState, ErrorState } from '#ui/states.tsx'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** Placeholder with the geometry of what is loading. */
  skeleton: ReactNode
  /** Link for somebody whom the server refuses to show it. */
  wayOut?: ReactNode
  /** Heading of the screen until the data can name it. */
  heading?: string
  children: (data: Data) => ReactNode
}

/** States of a read: loading, loaded, refused, failed, and loaded but out of date. */
export function Loaded<Data>({ query, skeleton, wayOut, heading, children }: LoadedProps<Data>) {
  const { data, error, isFetching } = query
  const retry = () => void query.refetch()
  if (data !== undefined) {
    return (
      <>
        {error !== null && <Outdated message={failureMessage(error)} busy={isFetching} onRetry={retry} />}
        <HasMoreContext value={'hasNextPage' in query && query.hasNextPage === true}>
          {children(data)}
        </HasMoreContext>
      </>
    )
  }
  if (error === null) {
    return (
      <>
        {heading && <h1 className="sr-only">{heading}</h1>}
        {skeleton}
      </>
    )
  }
  return (
    <>
      {heading && <PageHeader title={heading} />}
      <Card>
        {isRefused(error) ? (
          <EmptyState icon={<Lock />} title={failureMessage(error)} action={wayOut} />
        ) : (
          <ErrorState message={failureMessage(error)} onRetry={retry} busy={isFetching} />
        )}
      </Card>
    </>
  )
}

function isRefused(error: Error): boolean {
  return error instanceof ApiProblem && (error.problem.status === 403 || error.problem.status === 404)
}

type OutdatedProps = { message: string; busy: boolean; onRetry: () => void }

function Outdated({ message, busy, onRetry }: OutdatedProps) {
  return (
    <div className="mb-4">
      <Alert
        tone="caution"
        title="Puede que esto no esté al día"
        action={
          <Button size="sm" busy={busy} onClick={onRetry}>
            Reintentar
          </Button>
        }
      >
        {message}
      </Alert>
    </div>
  )
}
