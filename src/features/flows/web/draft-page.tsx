import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { companyQuery } from '#features/companies/web/queries.ts'
import { FlowForm } from '#features/flows/web/flow-form.tsx'
import { flowsToEditQuery } from '#features/flows/web/queries.ts'
import { newRule, ruleFrom, templates } from '#features/flows/web/text.ts'
import type { Currency } from '#kernel/money.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'

/** Page of the draft. The published version holds until the draft replaces it. */
export function DraftPage() {
  const flows = useQuery(flowsToEditQuery)
  const company = useQuery(companyQuery)
  const asked = useAsked()
  const skeleton = <SkeletonForm fields={5} />
  return (
    <>
      <PageHeader
        title="Borrador del flujo"
        subtitle="Decide la primera regla que un pedido cumple, de arriba abajo. Nada vale hasta publicarlo."
        crumbs={[
          { label: 'Configuración', to: '/empresa/settings' },
          { label: 'Flujos de aprobación', to: '/empresa/settings/flows' },
        ]}
      />
      <Loaded query={company} skeleton={skeleton}>
        {known => (
          <Loaded query={flows} skeleton={skeleton}>
            {loaded => <FlowForm flows={loaded} company={known} begins={beginning(asked, known.currency)} />}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

/** Rule named in the address, read once and then removed from it, so that going back adds no second rule. */
function useAsked(): string | undefined {
  const { rule } = useSearch({ from: '/empresa/administered/settings/flows/draft' })
  const navigate = useNavigate()
  const [asked] = useState(rule)
  useEffect(() => {
    if (rule !== undefined) void navigate({ to: '.', search: {}, replace: true })
  }, [rule, navigate])
  return asked
}

function beginning(asked: string | undefined, currency: Currency) {
  const template = templates.find(each => each === asked)
  if (template) return ruleFrom(template, currency)
  return asked === 'empty' ? newRule() : null
}
