import { z } from 'zod'
import { contractList } from '#features/contracts/list.ts'
import { ContractWire } from '#features/contracts/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { AbilityWire, ExportedWire } from '#kernel/wire.ts'

export const listContracts = endpoint({
  id: 'listContracts',
  method: 'GET',
  path: '/api/contracts',
  summary:
    'Contracts the person may see, newest first unless sorted, by keyset; `q` finds id, client or description.',
  query: listQuery(contractList),
  response: z.object({
    items: z.array(ContractWire),
    next: z.string().nullable(),
    can: z.object({ create: AbilityWire }),
  }),
})

export const exportContracts = endpoint({
  id: 'exportContracts',
  forReaders: true,
  method: 'POST',
  path: '/api/contracts/exports',
  summary: 'An address that serves a list of contracts as a file, to this session and for a few minutes.',
  body: exportBody(contractList),
  response: ExportedWire,
  idempotent: true,
})
