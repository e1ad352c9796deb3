import { useRouterState } from '@tanstack/react-router'
import { useHere } from '#app/here.ts'
import { product } from '#app/product.ts'
import type { Area } from '#kernel/actor.ts'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'

/** What there is to do meanwhile. */
const instead: { readonly [area in Area]?: string } = {
  admin_saas:
    'Mientras tanto, las empresas y las personas de la plataforma se llevan desde Empresas y Usuarios.',
  provider: 'Mientras tanto, tus pedidos y sus pagos están en cada uno de tus proyectos.',
}

/** Stands in for a screen that is being built. */
export function SoonPage() {
  const title = useRouterState({ select: state => state.matches.at(-1)?.staticData.title })
  const { area, base } = useHere()
  const projects: string = `${base}/projects`
  return (
    <>
      <PageHeader title={title ?? product} />
      <Card>
        <EmptyState
          title="Esta pantalla aún no está disponible"
          action={area === 'provider' && <LinkButton to={projects}>Ver mis proyectos</LinkButton>}
        >
          {instead[area]}
        </EmptyState>
      </Card>
    </>
  )
}
