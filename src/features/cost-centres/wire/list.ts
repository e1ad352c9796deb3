import { z } from 'zod'
import { costCentreList } from '#features/cost-centres/list.ts'
import { CostCentreWire } from '#features/cost-centres/wire/centre.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { AbilityWire, ExportedWire } from '#kernel/wire.ts'

export const listCostCentres = endpoint({
  id: 'listCostCentres',
  method: 'GET',
  path: '/api/cost-centres',
  summary:
    'Cost centres whose budgets the person may read, by code unless sorted, by keyset; `q` finds code or name.',
  query: listQuery(costCentreList),
  response: z.object({
    items: z.array(CostCentreWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportCostCentres = endpoint({
  id: 'exportCostCentres',
  forReaders: true,
  method: 'POST',
  path: '/api/cost-centres/exports',
  summary: 'An address that serves a list of cost centres as a file, to this session and for a few minutes.',
  body: exportBody(costCentreList),
  response: ExportedWire,
  idempotent: true,
})
