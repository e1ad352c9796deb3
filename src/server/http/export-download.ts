/** Download of an export: the signed link that the export answered opens its file. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Day, formatDay } from '#kernel/day.ts'
import type { Snapshot } from '#kernel/fact.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { type PlatformLinkWire, type Purpose, readLink } from '#server/auth/signed-link.ts'
import { clock } from '#server/clock.ts'
import { type ExportRequest, type ReadPage, sendList, wantsFrames } from '#server/http/list-file.ts'
import type { RunningExports } from '#server/http/running-exports.ts'
import { commonProblem } from '#server/problems.ts'
import type { Sheet } from '#server/sheets/sheet.ts'

type ExportLink = z.infer<typeof PlatformLinkWire> & {
  readonly companyId?: string
  readonly list: ExportRequest
}

type Download<Link> = {
  readonly secret: Secret
  readonly purpose: Purpose
  readonly shape: z.ZodType<Link>
  readonly running: RunningExports
  readonly title: string
  readonly columns: Sheet['columns']
}

/**
 * Streams the file of a link, whose pages `openPages` reads.
 * @throws ProblemError `not_found` for a link that is not ours or has expired.
 */
export async function sendExport<Link extends ExportLink>(
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, purpose, shape, running, title, columns }: Download<Link>,
  openPages: (link: Link) => ReadPage | Promise<ReadPage>,
): Promise<FastifyReply> {
  const { token = '', name = '' } = Object(request.params)
  const link = readLink(secret, purpose, shape, { token: String(token), now: clock.now() })
  if (!link) throw commonProblem('not_found')
  running.begin(reply, link)
  return sendList(reply, await openPages(link), {
    title,
    columns,
    name: String(name),
    format: link.list.format,
    isFramed: wantsFrames(request),
  })
}

/** Request of an export, as its fact keeps it: format, sort and the filters that are set. */
export const exportSnapshot = (asked: ExportRequest): Snapshot =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))

/** Name of a file: the list's, the day, and the extension. */
export const exportFileName = (list: string, day: Day, { format }: ExportRequest): string =>
  `${list} - ${formatDay(day).replaceAll('/', '-')}.${format}`
