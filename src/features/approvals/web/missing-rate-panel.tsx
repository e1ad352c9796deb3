import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getMissingRate } from '#features/approvals/wire/missing-rate.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { call } from '#ui/api.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Alert } from '#ui/states.tsx'

type Blocked = Pick<DocumentDetailWire, 'projectId' | 'id'>

/** Read again with the order. */
const missingRateQuery = ({ projectId, id }: Blocked) =>
  queryOptions({
    queryKey: ['documents', 'missing-rate', projectId, id],
    queryFn: ({ signal }) => call(getMissingRate, { params: { projectId, documentId: id }, signal }),
  })

/** Exchange rate for which a blocked order waits, with the way to the rates for whoever may say it; else its children. */
export function MissingRatePanel({ document, children }: { document: Blocked; children: ReactNode }) {
  const { data } = useQuery(missingRateQuery(document))
  if (!data?.missingRate) return children
  const { text, mayEnter } = data.missingRate
  return (
    <Alert tone="negative" title="Bloqueado: falta un tipo de cambio">
      <p>{text}</p>
      {mayEnter && (
        <LinkButton to="/empresa/settings/exchange-rates" size="sm" className="mt-2">
          Añadir el tipo de cambio
        </LinkButton>
      )}
    </Alert>
  )
}
