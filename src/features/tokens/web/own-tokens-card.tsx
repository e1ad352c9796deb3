import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownTokensQuery } from '#features/tokens/web/queries.ts'
import { TokenRowsPanel } from '#features/tokens/web/token-rows-panel.tsx'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'

const loadDialog = async () => (await import('#features/tokens/web/new-token-dialog.tsx')).NewTokenDialog

/** API tokens of the person, in the company in which they work. */
export function OwnTokensCard() {
  const query = useQuery(ownTokensQuery)
  const [isMaking, setMaking] = useState(false)
  return (
    <Loaded query={query} skeleton={<SkeletonForm fields={2} />}>
      {({ items, policy, can }) => (
        <Card>
          <CardHeader
            title="Claves de API"
            note="Para que un programa trabaje en tu nombre con los datos de esta empresa"
            actions={
              <Button size="sm" refusal={refusalText(can.make)} onClick={() => setMaking(true)}>
                Nueva clave
              </Button>
            }
          />
          <CardBody>
            {items.length === 0 ? (
              <p className="text-ink-soft">
                {policy.personal
                  ? 'No tienes ninguna.'
                  : 'No tienes ninguna: la empresa no admite claves de personas.'}
              </p>
            ) : (
              <TokenRowsPanel label="Tus claves de API" tokens={items} />
            )}
          </CardBody>
          {isMaking && (
            <OnDemand
              load={loadDialog}
              props={{ kind: 'personal', longestDays: policy.longestDays, onClose: () => setMaking(false) }}
            />
          )}
        </Card>
      )}
    </Loaded>
  )
}
