import type { ReactNode } from 'react'
import { PublicPage } from '#app/pages/public-page.tsx'
import { SupportContact } from '#app/pages/support-contact.tsx'

/** Accessibility statement. It promises what the tests hold and names what nobody has examined. */
export function AccessibilityPage() {
  return (
    <PublicPage
      title="Accesibilidad"
      summary="Qué cumple este producto de la norma EN 301 549 y de las WCAG 2.2 en su nivel AA, y qué no."
    >
      <Part title="Estado">
        <p>
          El producto cumple en parte. Lo dice una evaluación propia: ninguna entidad externa lo ha auditado.
        </p>
      </Part>
      <Part title="Lo que se comprueba con cada cambio">
        <Points
          points={[
            'Cada pantalla pasa las reglas automáticas de axe en oscuro, y en claro a 320 píxeles de ancho.',
            'A 320 píxeles ninguna pantalla obliga a desplazarse hacia los lados, ni las de trabajo al 200 % de ampliación.',
            'El trabajo diario se hace entero con el teclado: crear, aprobar, devolver, confirmar y buscar.',
            'Los campos tienen etiqueta, y sus errores se dicen junto a ellos.',
            'En un móvil, lo que se pulsa en una pantalla mide al menos 44 píxeles, salvo los enlaces dentro de una frase.',
            'Quien pide menos movimiento no ve ninguno, y quien fuerza sus colores ve qué está elegido y cuánto se ha consumido.',
          ]}
        />
      </Part>
      <Part title="Lo que no cumple o no se ha examinado">
        <Points
          points={[
            'No se ha probado con lectores de pantalla, solo con el árbol de accesibilidad del navegador.',
            'Solo se prueba en Chromium.',
            'Los PDF que hace el producto, como la Constancia, no llevan etiquetas de estructura.',
            'Los PDF y las imágenes que adjuntan las personas son accesibles solo si lo eran al adjuntarlos.',
            'No hay alternativa hablada ni en lectura fácil.',
          ]}
        />
      </Part>
      <Part title="Si algo te impide trabajar">
        <p>
          Díselo a quien administra tu empresa, que lo hace llegar a quien presta el servicio. Di la pantalla,
          lo que querías hacer y con qué ayuda técnica. Si no te responden o no estás conforme, puedes
          reclamar ante la autoridad de accesibilidad de tu país o de tu comunidad autónoma.
        </p>
        <SupportContact before="También puedes escribir a quien presta el servicio:" after="." />
      </Part>
    </PublicPage>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold text-xl tracking-tight">{title}</h2>
      {children}
    </section>
  )
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="grid list-disc grid-cols-1 gap-1.5 pl-6">
      {points.map(point => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}
