/** The cost centre of an order, with the budget that it is charged to. */
import { queryOptions } from '@tanstack/react-query'
import { getDocumentCostCentre } from '#features/documents/wire/cost-centre.ts'
import { call } from '#ui/api.ts'

/** Keyed under 'documents', so that a decision refetches it with the order. */
export const documentCentreQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['documents', 'cost-centre', documentId],
    queryFn: ({ signal }) => call(getDocumentCostCentre, { params: { documentId }, signal }),
  })
