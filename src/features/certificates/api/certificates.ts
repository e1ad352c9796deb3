/** Routes of Constancias: an endpoint issues and records one, and its link serves the file. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { certificateFile, certify, type Site } from '#features/certificates/commands/certify.ts'
import { certificateTexts } from '#features/certificates/text.ts'
import { issuedFacts } from '#features/certificates/views/certificate.ts'
import { CertificateLinkWire } from '#features/certificates/wire/certificate.ts'
import { issueCertificate } from '#features/certificates/wire/issue-certificate.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { openSeal, type Seal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { LinkWire, linkFor, linkSeconds, signLink } from '#server/auth/signed-link.ts'
import type { Db } from '#server/database/db.ts'
import { openLink } from '#server/http/open-link.ts'
import { type Route, writeLink } from '#server/http/route.ts'
import { commonProblem } from '#server/problems.ts'

const CertificateLink = LinkWire.extend(CertificateLinkWire.shape)

/** Seal of the code inside a link, because URLs are logged where others can read them. */
const codeSeal = (secret: Secret): Seal => openSeal(secret, 'certificate codes')

export type CertificateOptions = {
  readonly db: Db
  readonly secret: Secret
  readonly site: Site
}

export const certificateRoutes = ({ secret, site }: Omit<CertificateOptions, 'db'>): readonly Route[] => [
  writeLink(issueCertificate, certificateTexts, {
    made: CertificateLink,
    command: async (tx, actor, { params }) => {
      const issued = await certify(tx, actor, params.documentId, site)
      if (isRefusal(issued)) return issued
      const { id: certificateId, code, name } = issued
      const sealedCode = codeSeal(secret).seal(code)
      return { ...linkFor(actor, tx.now), certificateId, sealedCode, name }
    },
    present: link => ({
      url: `/exports/certificates/${signLink(secret, 'certificate', link)}/${encodeURIComponent(link.name)}`,
      expiresInSeconds: linkSeconds,
    }),
  }),
]

export function mountCertificates(app: FastifyInstance, options: CertificateOptions): void {
  app.get('/exports/certificates/:token/:name', { exposeHeadRoute: false }, (request, reply) =>
    download(request, reply, options),
  )
}

async function download(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, secret, site }: CertificateOptions,
): Promise<FastifyReply> {
  const kind = { db, secret, purpose: 'certificate', shape: CertificateLink } as const
  const { link, name, found } = await openLink(request, kind, (tx, actor, { certificateId }) =>
    issuedFacts(tx, actor, certificateId),
  )
  const code = codeSeal(secret).unseal(link.sealedCode)
  if (code === null) throw commonProblem('not_found')
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(await certificateFile(found, code, site))
}
