import { useRouterState } from '@tanstack/react-router'
import { product } from '#app/product.ts'
import { Card } from '#ui/card.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Stands in for a screen that is being built. */
export function SoonPage() {
  const title = useRouterState({ select: state => state.matches.at(-1)?.staticData.title })
  return (
    <>
      <PageHeader title={title ?? product} />
      <Card>
        <EmptyState title="Esta pantalla aún no está disponible" />
      </Card>
    </>
  )
}
