import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DelegationRowsPanel } from '#features/delegations/web/delegation-rows-panel.tsx'
import { ownDelegationsQuery } from '#features/delegations/web/queries.ts'
import type { OwnDelegationsWire } from '#features/delegations/wire.ts'
import { ApiProblem } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'

const loadDialog = async () =>
  (await import('#features/delegations/web/delegation-dialog.tsx')).DelegationDialog

/** The person's delegations, from and to them. */
export function SubstituteCard() {
  const query = useQuery(ownDelegationsQuery)
  // A person whose account is not complete is told elsewhere, and has nothing to choose here.
  if (query.error instanceof ApiProblem && query.error.problem.status === 403) return null
  // A provider's people approve and execute nothing, so they name no substitute.
  if (query.data && query.data.can.make !== true) return null
  return (
    <Loaded query={query} skeleton={<SkeletonForm fields={2} />}>
      {own => <Own own={own} />}
    </Loaded>
  )
}

function Own({ own }: { own: OwnDelegationsWire }) {
  const [isNaming, setNaming] = useState(false)
  const { granted, received, candidates, today, currency } = own
  return (
    <Card aria-labelledby="substitute-title">
      <CardHeader
        id="substitute-title"
        title="Sustituto"
        note="Quién aprueba o ejecuta en tu nombre cuando no estás"
        actions={
          <Button size="sm" onClick={() => setNaming(true)}>
            Elegir sustituto
          </Button>
        }
      />
      <CardBody className="grid grid-cols-1 gap-4">
        {granted.length === 0 ? (
          <p className="text-ink-soft">
            Nadie te sustituye. <HelpLink task="delegar-y-sustituir" />
          </p>
        ) : (
          <DelegationRowsPanel label="Quién te sustituye" items={granted} rowTitle={({ to }) => to.name} />
        )}
        {received.length > 0 && (
          <div className="grid grid-cols-1 gap-2">
            <h3 className="font-medium">Sustituyes a</h3>
            <DelegationRowsPanel
              label="A quién sustituyes"
              items={received}
              rowTitle={({ from }) => from.name}
            />
          </div>
        )}
      </CardBody>
      {isNaming && (
        <OnDemand
          load={loadDialog}
          props={{ candidates, today, currency, onClose: () => setNaming(false) }}
        />
      )}
    </Card>
  )
}
