import { Building2 } from 'lucide-react'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { EmptyState } from '#ui/states.tsx'

const companies: string = '/admin_saas/companies'

/**
 * Page for the platform's operator in another area: they belong to no company, and have nothing to see there.
 */
export function NoCompany() {
  return (
    <>
      <h1 className="sr-only">Ninguna empresa elegida</h1>
      <Card>
        <EmptyState
          icon={<Building2 />}
          title="No estás dentro de ninguna empresa"
          action={<LinkButton to={companies}>Ver las empresas</LinkButton>}
        >
          Esta área muestra los datos de una empresa, y tu cuenta es de la plataforma. Elige una empresa para
          verla como la ven sus personas.
        </EmptyState>
      </Card>
    </>
  )
}
