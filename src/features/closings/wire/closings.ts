/** Wire of closes: made, with their papers before, and downloaded. */
import { z } from 'zod'
import { askedMonth } from '#features/closings/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { UuidWire } from '#kernel/wire.ts'

/** Most Constancias that one call issues. */
export const maxPapers = 50

export const issueClosingPapers = endpoint({
  id: 'issueClosingPapers',
  method: 'POST',
  path: '/api/closings/papers',
  summary:
    'Issues some of the Constancias that a close of the month needs, and answers how many are left: called until none is.',
  body: z.object(askedMonth),
  response: z.object({ issued: z.int(), left: z.int() }),
  refusals: ['not_found', 'forbidden', 'company_suspended', 'untrusted_account', 'month_not_over'],
  idempotent: true,
})

export const closeMonth = endpoint({
  id: 'closeMonth',
  method: 'POST',
  path: '/api/closings',
  summary: 'Closes a month of the company or of a client: keeps what stands there, as its next version.',
  body: z.object({
    ...askedMonth,
    /** Version that the screen showed last; 0: none. */
    seen: z.int().min(0).max(100_000),
  }),
  response: z.object({ id: UuidWire, version: z.int(), digest: z.string() }),
  refusals: [
    'not_found',
    'forbidden',
    'company_suspended',
    'untrusted_account',
    'month_not_over',
    'nothing_new',
    'stale_version',
    'papers_missing',
    'package_too_large',
  ],
  idempotent: true,
})

/** Payload of the link of an archive. */
export const ClosingLinkWire = z.object({ closingId: UuidWire, name: z.string() })

export const downloadClosing = endpoint({
  id: 'downloadClosing',
  forReaders: true,
  method: 'POST',
  path: '/api/closings/:closingId/download',
  summary: 'An address that serves the archive of a close, to this session and for a few minutes.',
  params: z.object({ closingId: UuidWire }),
  response: z.object({ url: z.string(), expiresInSeconds: z.int() }),
  refusals: ['archive_of_administration', 'forbidden', 'not_found'],
  idempotent: true,
})
