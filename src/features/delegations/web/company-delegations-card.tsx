import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DelegationRowsPanel } from '#features/delegations/web/delegation-rows-panel.tsx'
import { delegationsQuery } from '#features/delegations/web/queries.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'

const loadDialog = async () =>
  (await import('#features/delegations/web/delegation-dialog.tsx')).DelegationDialog

/** All delegations of the company; an administrator can name a substitute for somebody who is absent. */
export function CompanyDelegationsCard() {
  const query = useQuery(delegationsQuery)
  const [isNaming, setNaming] = useState(false)
  return (
    <Card aria-labelledby="delegations-title">
      <CardHeader
        id="delegations-title"
        title="Sustituciones"
        note="Quién aprueba o ejecuta en nombre de quién"
        actions={
          <Button size="sm" disabled={!query.data} onClick={() => setNaming(true)}>
            Nueva sustitución
          </Button>
        }
      />
      <Loaded query={query} skeleton={<SkeletonForm fields={2} />}>
        {({ items, candidates, today, currency }) => (
          <CardBody>
            {items.length === 0 ? (
              <p className="text-ink-soft">Nadie sustituye a nadie.</p>
            ) : (
              <DelegationRowsPanel
                label="Sustituciones"
                items={items}
                rowTitle={({ from, to }) => `${to.name} en nombre de ${from.name}`}
              />
            )}
            {isNaming && (
              <OnDemand
                load={loadDialog}
                props={{
                  candidates,
                  today,
                  currency,
                  isForAnother: true,
                  onClose: () => setNaming(false),
                }}
              />
            )}
          </CardBody>
        )}
      </Loaded>
    </Card>
  )
}
