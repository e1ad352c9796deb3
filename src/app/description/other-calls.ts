/** Calls that no endpoint describes: files in and out, live changes, profiles and the server itself. */
import { z } from 'zod'
import { bySession, bySessionOr } from '#app/description/security.ts'
import { otherTags, sliceTags } from '#app/description/tags.ts'
import { listExports } from '#app/slice-routes.ts'
import { UploadedFileWire, uploadPath } from '#features/files/wire.ts'
import { archivePath, ReceivedArchiveWire } from '#features/invoices/wire/archive.ts'
import { platformExports } from '#features/platform/api/exports.ts'
import { CreatedUserWire, NewUserWire } from '#features/platform/wire/create-user.ts'
import { EmailWire, lineWire, UuidWire } from '#kernel/wire.ts'
import type { SharedStatus } from '#server/openapi/answers.ts'
import type { OtherCall } from '#server/openapi/operations.ts'

const sheetTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

const LinkPath = z.object({ token: z.string(), name: z.string() })
const ofLinks: readonly SharedStatus[] = [401, 403, 404, 429, 500, 503]

/** A file behind a signed link: who has the link opens it, while the session that asked for it lives. */
const linked = (
  given: Pick<OtherCall, 'id' | 'tag' | 'path' | 'summary'> & { readonly files: readonly string[] },
): OtherCall => ({
  ...given,
  method: 'GET',
  security: [],
  params: LinkPath,
  answers: [{ status: 200, description: 'The file.', files: given.files }],
  problems: ofLinks,
})

const exportCalls = [...listExports, ...platformExports].map(({ path, title }) =>
  linked({
    id: `download${path.replace(/[/-]([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    tag: path.includes('/platform/') ? sliceTags.platform.name : sliceTags.files.name,
    path: `${path}/:token/:name`,
    summary: `The file of an exported list: ${title}.`,
    files: sheetTypes,
  }),
)

const otherDownloads = [
  linked({
    id: 'downloadFile',
    tag: sliceTags.files.name,
    path: '/files/:token/:name',
    summary: 'An uploaded file, by the address that `linkFile` answered.',
    files: ['application/octet-stream'],
  }),
  linked({
    id: 'downloadCertificate',
    tag: sliceTags.audit.name,
    path: '/exports/certificates/:token/:name',
    summary: 'The certificate of an order, by the address that its call answered.',
    files: ['application/pdf'],
  }),
  linked({
    id: 'downloadArchivedCertificates',
    tag: sliceTags.audit.name,
    path: '/exports/certificate-archives/:token/:name',
    summary: 'An archive of Constancias, by the address that `downloadCertificateArchive` answered.',
    files: ['application/zip'],
  }),
  linked({
    id: 'downloadClosingArchive',
    tag: sliceTags.closings.name,
    path: '/exports/closings/:token/:name',
    summary: 'The archive of a closed month, by the address that `downloadClosing` answered.',
    files: ['application/zip'],
  }),
  linked({
    id: 'downloadBatchFile',
    tag: sliceTags.executions.name,
    path: '/payment-batches/:token/:name',
    summary: 'The payment file of a batch for the bank, by the address that its call answered.',
    files: ['application/xml'],
  }),
].map(call => (call.id === 'downloadFile' ? { ...call, query: z.object(fileQuery()) } : call))

function fileQuery() {
  return { download: z.literal('1').optional(), picture: z.literal('1').optional() }
}

const upload: OtherCall = {
  id: 'uploadFile',
  tag: sliceTags.files.name,
  method: 'POST',
  path: uploadPath,
  summary: 'Uploads a file, to be attached by its id.',
  description:
    'One part `file`, of at most 10 MB. The type is found in the bytes: PDF, PNG, JPEG, WebP or HEIC; also XML (invoices, statements) and text (Norma 43) where they are read. A file that is attached to nothing is removed after a day.',
  security: bySessionOr('files:write'),
  body: z.object({ file: z.file() }),
  sends: 'multipart/form-data',
  answers: [{ status: 200, description: 'The stored file.', schema: UploadedFileWire }],
  refusals: ['too_many_loose_files'],
  problems: [400, 401, 403, 413, 415, 422, 429, 500, 503, 507],
}

const archive: OtherCall = {
  id: 'receiveArchive',
  tag: sliceTags.invoices.name,
  method: 'POST',
  path: archivePath,
  summary: 'Puts each file of a ZIP into the tray of received invoices.',
  description:
    'One part `file`, a ZIP of at most 25 MB with at most 50 files of 10 MB, 50 MB together. Each file is kept and read as if it had been sent by itself; what is no XML, PDF or photo, or lies in the tray already, is named under `leftOut`, so that the same ZIP may be sent again. A ZIP with a password, with names that leave its folder, or that is not what it says, is refused whole.',
  security: bySessionOr('invoices:write'),
  body: z.object({ file: z.file() }),
  sends: 'multipart/form-data',
  answers: [{ status: 200, description: 'What was taken, and what was not.', schema: ReceivedArchiveWire }],
  refusals: ['archive_refused', 'forbidden', 'company_suspended'],
  problems: [400, 401, 403, 413, 415, 429, 500, 503, 507],
}

const live: OtherCall = {
  id: 'followChanges',
  tag: sliceTags.notices.name,
  method: 'GET',
  path: '/api/live',
  summary: 'A stream that names what changed, of what the person may see.',
  description:
    'Server-sent events. `ready`: from now on nothing is missed. `orders`: `{"ids":["DOC-014"]}`, changed orders, which are read again by the ordinary calls. `providers`: a provider changed (for administrators). `all`: too much changed, read everything again. `beat`: every twenty seconds. The stream ends after ten minutes and with its session: connect again with a fresh token. A person has at most ten at once.',
  security: bySessionOr('orders:read'),
  answers: [{ status: 200, description: 'The stream.', files: ['text/event-stream'] }],
  problems: [401, 403, 429, 500, 503],
}

export const RestErrorShape = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullable().optional(),
  hint: z.string().nullable().optional(),
})

const FunctionErrorShape = z.object({ error: z.string() })

const ProfileShape = z.object({
  id: UuidWire.optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  role: z.string().optional(),
  active: z.boolean().optional(),
  created_at: z.string().optional(),
  new_email: z.string().nullable().optional(),
})

export const otherSchemas = [
  [RestErrorShape, 'RestError', 'What went wrong, with the code that the official client expects.'],
  [FunctionErrorShape, 'FunctionError', 'What went wrong, in Spanish.'],
  [ProfileShape, 'Profile', 'Columns of a profile: those that `select` names.'],
] as const

const ProfileQueryShape = z.object({
  select: z.string().optional(),
  order: z.string().optional(),
  limit: z.int().min(0).max(1000).optional(),
  offset: z.int().min(0).optional(),
})

const refusedProfile = { description: 'Refused.', schema: RestErrorShape }

const profileCalls: readonly OtherCall[] = [
  {
    id: 'listProfiles',
    tag: otherTags.profiles.name,
    method: 'GET',
    path: '/rest/v1/profiles',
    summary: 'Profiles that the person may see, by the filters of the official client (`email=eq.…`).',
    security: bySession,
    query: ProfileQueryShape,
    answers: [
      { status: 200, description: 'The profiles.', schema: z.array(ProfileShape) },
      { status: 206, description: 'A part of them.', schema: z.array(ProfileShape) },
      ...[400, 401, 403, 404, 406, 416].map(status => ({ ...refusedProfile, status })),
    ],
    problems: [],
  },
  {
    id: 'changeProfiles',
    tag: otherTags.profiles.name,
    method: 'PATCH',
    path: '/rest/v1/profiles',
    summary: 'Changes the profiles that the filters find.',
    security: bySession,
    query: z.object({ select: z.string().optional() }),
    body: z.object({
      name: lineWire(160, 'Nombre requerido').optional(),
      email: EmailWire.optional(),
      role: z.string().optional(),
      active: z.boolean().optional(),
    }),
    answers: [
      {
        status: 200,
        description: 'The changed profiles, when `Prefer: return=representation`.',
        schema: z.array(ProfileShape),
      },
      { status: 204, description: 'Changed.' },
      ...[400, 401, 403, 406, 409].map(status => ({ ...refusedProfile, status })),
    ],
    problems: [],
  },
  {
    id: 'createUser',
    tag: otherTags.profiles.name,
    method: 'POST',
    path: '/functions/v1/create-user',
    summary: 'Makes an account; without a session, a registration.',
    security: bySession,
    body: NewUserWire,
    answers: [
      { status: 200, description: 'The account.', schema: CreatedUserWire },
      ...[400, 401, 403, 413, 422, 429, 503].map(status => ({
        status,
        description: 'Refused.',
        schema: FunctionErrorShape,
      })),
    ],
    problems: [],
  },
]

const system = (
  given: Pick<OtherCall, 'id' | 'path' | 'summary' | 'answers'> & Partial<OtherCall>,
): OtherCall => ({
  method: 'GET',
  tag: otherTags.system.name,
  security: [],
  problems: [],
  ...given,
})

const HealthShape = z.object({ ok: z.boolean(), draining: z.boolean().optional() })

const systemCalls: readonly OtherCall[] = [
  system({
    id: 'getHealth',
    path: '/healthz',
    summary: 'That the program runs.',
    answers: [{ status: 200, description: 'It runs.', schema: HealthShape }],
  }),
  system({
    id: 'getReadiness',
    path: '/readyz',
    summary: 'That it can work: its database answers.',
    answers: [
      { status: 200, description: 'It can.', schema: HealthShape },
      { status: 503, description: 'It cannot, or is about to stop.', schema: HealthShape },
    ],
  }),
  system({
    id: 'getDescription',
    path: '/api/openapi.json',
    summary: 'This description.',
    answers: [{ status: 200, description: 'OpenAPI 3.1.', schema: z.record(z.string(), z.unknown()) }],
  }),
  system({
    id: 'readDescription',
    path: '/api/docs',
    summary: 'This description as a page, in which calls can be tried.',
    answers: [{ status: 200, description: 'The page.', files: ['text/html'] }],
  }),
  system({
    id: 'readProblem',
    path: '/problems/:kind',
    summary: 'What a kind of problem means: a page for people, JSON for whoever asks for it.',
    params: z.object({ kind: z.string() }),
    answers: [{ status: 200, description: 'The page.', files: ['text/html', 'application/json'] }],
    problems: [404],
  }),
]

export const otherCalls: readonly OtherCall[] = [
  upload,
  archive,
  ...otherDownloads,
  ...exportCalls,
  live,
  ...profileCalls,
  ...systemCalls,
]

/** Refusals of those calls. */
export const otherRefusals = [
  {
    kind: 'too_many_loose_files',
    title:
      'Has subido demasiados archivos que todavía no están en ningún pedido. Adjúntalos, o vuelve a intentarlo mañana.',
  },
  {
    kind: 'archive_refused',
    title:
      'El ZIP no se admite: está dañado, tiene contraseña, lleva demasiado o sus archivos se saldrían de su carpeta.',
  },
] as const
