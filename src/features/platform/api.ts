/** Routes of the platform's screens, for its operators. */
import { activateRegistration } from '#features/platform/commands/activate-user.ts'
import {
  changeCompanyPlan,
  changeCompanyStatus,
  createCompanyAndInvite,
  type Invite,
} from '#features/platform/commands/companies.ts'
import { countOwnCompanies } from '#features/platform/commands/own-company.ts'
import { endSecondFactor } from '#features/platform/commands/second-factor.ts'
import { platformWords } from '#features/platform/text.ts'
import { companyPage, organisations, platformSummary } from '#features/platform/views/companies.ts'
import { contractFigures, contractFiguresPage } from '#features/platform/views/contracts.ts'
import { orderFlowDetail, orderFlowPage } from '#features/platform/views/order-flows.ts'
import { customerPage, revenue } from '#features/platform/views/revenue.ts'
import { userPage } from '#features/platform/views/users.ts'
import {
  changePlan,
  changeStatus,
  createCompany,
  getSummary,
  listCompanies,
  listOrganisations,
} from '#features/platform/wire/companies.ts'
import { getContractFigures, listContractFigures } from '#features/platform/wire/contracts.ts'
import { listStuckMails, retryMail } from '#features/platform/wire/mails.ts'
import { getRevenue, listCustomers } from '#features/platform/wire/monetization.ts'
import { getOrderFlow, listOrderFlows } from '#features/platform/wire/order-flows.ts'
import { activateUser, listUsers, removeSecondFactor } from '#features/platform/wire/users.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { platform, type Route } from '#server/http/route.ts'
import { retryMails, stuckMails } from '#server/mail/queue.ts'

export type PlatformParts = {
  readonly db: Db
  /** Connection of the platform's role, which reads a few columns of every company. */
  readonly platformDb: Db
  readonly invite: Invite
  readonly identity: Parameters<typeof endSecondFactor>[0]
}

export const platformRoutes = (parts: PlatformParts): readonly Route[] => [
  ...companyRoutes(parts),
  ...userRoutes(parts),
  ...figureRoutes(parts),
  platform(listStuckMails, platformWords, async () => {
    const mails = (await stuckMails(parts.db)).filter(mail => mail.last_error !== null)
    return {
      items: mails.map(({ id, to_address: to, subject, attempts, created_at: createdAt, ...mail }) => ({
        id,
        to,
        subject,
        attempts,
        createdAt,
        error: mail.last_error ?? '',
        hasFailed: mail.failed_at !== null,
      })),
    }
  }),
  platform(retryMail, platformWords, async (_self, { params }) => {
    const retried = await retryMails(parts.db, params.mailId)
    return retried === 0 ? null : { retried }
  }),
]

const companyRoutes = ({ db, platformDb, invite }: PlatformParts): readonly Route[] => [
  platform(getSummary, platformWords, async () => {
    const now = clock.now()
    const [summary, ownCompanies] = await Promise.all([
      platformSummary(platformDb, now),
      countOwnCompanies(db, now),
    ])
    return { ...summary, ownCompanies }
  }),
  platform(listCompanies, platformWords, (_self, { query }) => companyPage(platformDb, query)),
  platform(listOrganisations, platformWords, (_self, { params }) =>
    organisations(platformDb, params.companyId),
  ),
  platform(createCompany, platformWords, (self, { body }) =>
    createCompanyAndInvite(db, self, body.companyId.toLowerCase(), body, invite),
  ),
  platform(changePlan, platformWords, (self, { params, body }) =>
    changeCompanyPlan(db, self, params.companyId.toLowerCase(), body),
  ),
  platform(changeStatus, platformWords, (self, { params, body }) =>
    changeCompanyStatus(db, self, params.companyId.toLowerCase(), body),
  ),
]

const userRoutes = ({ db, platformDb, invite, identity }: PlatformParts): readonly Route[] => [
  platform(listUsers, platformWords, (_self, { query }) => userPage(platformDb, query)),
  platform(activateUser, platformWords, (self, { params, body }) =>
    activateRegistration(db, self, params.userId.toLowerCase(), body, invite),
  ),
  platform(removeSecondFactor, platformWords, (self, { params }) =>
    endSecondFactor(identity, self, params.userId.toLowerCase()),
  ),
]

const figureRoutes = ({ platformDb }: PlatformParts): readonly Route[] => [
  platform(listOrderFlows, platformWords, (_self, { query }) =>
    orderFlowPage(platformDb, query, clock.now()),
  ),
  platform(getOrderFlow, platformWords, (_self, { params }) =>
    orderFlowDetail(platformDb, params, clock.now()),
  ),
  platform(listContractFigures, platformWords, (_self, { query }) =>
    contractFiguresPage(platformDb, query, clock.now()),
  ),
  platform(getContractFigures, platformWords, (_self, { params }) => contractFigures(platformDb, params)),
  platform(getRevenue, platformWords, () => revenue(platformDb, clock.now())),
  platform(listCustomers, platformWords, (_self, { query }) => customerPage(platformDb, query, clock.now())),
]
