import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { companyTokensQuery } from '#features/tokens/web/queries.ts'
import { TokenPolicyCard } from '#features/tokens/web/token-policy-card.tsx'
import { TokenRowsPanel } from '#features/tokens/web/token-rows-panel.tsx'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'

const loadDialog = async () => (await import('#features/tokens/web/new-token-dialog.tsx')).NewTokenDialog

/** API tokens of the company: those of its services, and those of its people. */
export function CompanyTokensPage() {
  const query = useQuery(companyTokensQuery)
  // The settings of the directory lead here to make its key.
  const isForDirectory = useLocation({ select: ({ hash }) => hash === 'scim' })
  const [isMaking, setMaking] = useState(isForDirectory)
  return (
    <>
      <PageHeader
        title="Claves de API"
        subtitle="Con qué claves entran otros programas en los datos de la empresa, y qué puede hacer cada una"
        crumbs={[{ label: 'Configuración', to: '/empresa/settings' }]}
      />
      <Loaded query={query} skeleton={<SkeletonForm fields={4} />}>
        {({ services, personal, policy, can }) => (
          <div className="grid max-w-3xl grid-cols-1 gap-4">
            <Card>
              <CardHeader
                title="De servicios"
                note="No son de ninguna persona: ven y preparan, y no aprueban, ni pagan, ni dan permisos"
                actions={
                  <Button size="sm" refusal={refusalText(can.make)} onClick={() => setMaking(true)}>
                    Nueva clave de servicio
                  </Button>
                }
              />
              <CardBody>
                {services.length === 0 ? (
                  <p className="text-ink-soft">Ningún servicio tiene una clave.</p>
                ) : (
                  <TokenRowsPanel label="Claves de servicios" tokens={services} withOwner />
                )}
              </CardBody>
            </Card>
            <Card>
              <CardHeader
                title="De personas"
                note="Cada una la crea en su perfil, y acaba cuando deja la empresa"
              />
              <CardBody>
                {personal.length === 0 ? (
                  <p className="text-ink-soft">Nadie tiene una clave.</p>
                ) : (
                  <TokenRowsPanel label="Claves de personas" tokens={personal} withOwner />
                )}
              </CardBody>
            </Card>
            {can.choosePolicy !== null && (
              <TokenPolicyCard
                now={policy}
                can={can.choosePolicy}
                personalTokens={personal.filter(({ state }) => state === 'active').length}
              />
            )}
            {isMaking && can.make === true && (
              <OnDemand
                load={loadDialog}
                props={{
                  kind: 'service',
                  longestDays: policy.longestDays,
                  scopes: isForDirectory ? ['people:provision'] : [],
                  onClose: () => setMaking(false),
                }}
              />
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}
