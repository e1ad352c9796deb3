/** Routes of a company of one's own, for anybody; mounted only where the operator allows it. */
import { wordsFor } from '#features/identity/text.ts'
import {
  confirmCompany as confirm,
  type OwnCompanyParts,
  requestCompany as request,
} from '#features/platform/commands/own-company.ts'
import { ownCompanyWords } from '#features/platform/text/own-company.ts'
import { confirmCompany, requestCompany } from '#features/platform/wire/own-company.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { open, type Route } from '#server/http/route.ts'
import { commonProblem } from '#server/problems.ts'

export const ownCompanyRoutes = (parts: OwnCompanyParts): readonly Route[] => [
  open(
    requestCompany,
    async ({ body }, from) => {
      const asked = await request(parts, body, from)
      if (isRefusal(asked) && asked.refused === 'weak_password') {
        const message = wordsFor('weak_password', asked.facts)
        throw commonProblem('invalid', { issues: [{ pointer: '/password', code: 'weak_password', message }] })
      }
      return asked
    },
    ownCompanyWords,
  ),
  open(confirmCompany, async ({ body }, from) => confirm(parts, body, from), ownCompanyWords),
]
