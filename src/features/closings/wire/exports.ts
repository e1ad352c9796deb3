/** Wire of the files of a month or a quarter. */
import { movementList, withholdingList } from '#features/closings/list.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody } from '#kernel/list-wire.ts'
import { ExportedWire } from '#kernel/wire.ts'

export const exportMovements = endpoint({
  id: 'exportMovements',
  forReaders: true,
  method: 'POST',
  path: '/api/closings/movements/exports',
  summary:
    'An address that serves the accountant’s sheet of some days, to this session and for a few minutes.',
  body: exportBody(movementList),
  response: ExportedWire,
  refusals: ['forbidden', 'not_found'],
  idempotent: true,
})

export const exportWithholdings = endpoint({
  id: 'exportWithholdings',
  forReaders: true,
  method: 'POST',
  path: '/api/closings/withholdings/exports',
  summary: 'An address that serves what was withheld in some days, to this session and for a few minutes.',
  body: exportBody(withholdingList),
  response: ExportedWire,
  refusals: ['forbidden', 'not_found'],
  idempotent: true,
})
