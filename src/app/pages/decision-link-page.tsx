import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { NotYourLink, OtherCompanyLink } from '#app/pages/decision-link-notices.tsx'
import { LinkSkeleton } from '#app/pages/link-skeleton.tsx'
import { LinkedDocument } from '#app/pages/linked-document.tsx'
import { useArea } from '#app/use-area.ts'
import { linkCompany } from '#features/approvals/rules/decision-link.ts'
import { EndedLinkPanel } from '#features/approvals/web/ended-link-panel.tsx'
import { openedLinkQuery } from '#features/approvals/web/link-queries.ts'
import { roleHome } from '#kernel/actor.ts'
import { ApiProblem } from '#ui/api.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** The order that a mail's link leads to, alone on the screen, and its decision. */
export function DecisionLinkPage() {
  const link = useLocation({ select: ({ hash }) => hash })
  return <Link key={link} link={link} />
}

function Link({ link }: { link: string }) {
  const { user } = useArea()
  const companyId = linkCompany(link)
  const company = user.companies.find(({ id }) => id === companyId)
  if (companyId !== null && companyId === user.companyId) return <OwnCompanyLink link={link} />
  return company ? <OtherCompanyLink company={company} /> : <NotYourLink />
}

function OwnCompanyLink({ link }: { link: string }) {
  const { user } = useArea()
  const query = useQuery(openedLinkQuery(link))
  if (query.data === undefined && query.error instanceof ApiProblem && query.error.problem.status === 404)
    return <NotYourLink />
  return (
    <Loaded query={query} heading="Pedido" skeleton={<LinkSkeleton />}>
      {({ order, ended }) =>
        order ? (
          <LinkedDocument link={link} order={order} ended={ended} />
        ) : (
          <>
            <PageHeader
              title="Este pedido ya no te espera"
              actions={<LinkButton to={roleHome[user.role]}>Abrir Visto Bueno</LinkButton>}
            />
            {ended && <EndedLinkPanel ended={ended} />}
          </>
        )
      }
    </Loaded>
  )
}
