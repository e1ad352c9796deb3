import type { ImportState } from '#features/imports/rules.ts'
import type { ImportWire } from '#features/imports/wire.ts'
import { countText } from '#kernel/text.ts'
import { Card, CardBody } from '#ui/card.tsx'

const doing: { readonly [state in ImportState]?: string } = {
  checking: 'Comprobando fila a fila, con las mismas reglas que al escribirla',
  importing: 'Importando',
  undoing: 'Deshaciendo',
}

/** Progress of the work under way. */
export function ProgressCard({ found: { state, progress } }: { found: ImportWire }) {
  const { done, of } = progress ?? { done: 0, of: 0 }
  return (
    <Card aria-label="Progreso">
      <CardBody className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <p className="font-medium">{doing[state]}</p>
          <p className="text-ink-soft tabular-nums">
            {countText(done)} de {countText(of)} filas
          </p>
        </div>
        <div
          role="progressbar"
          aria-label="Filas"
          aria-valuenow={done}
          aria-valuemin={0}
          aria-valuemax={of}
          className="h-2 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full bg-accent transition-[width] motion-reduce:transition-none"
            style={{ width: `${(100 * done) / Math.max(of, 1)}%` }}
          />
        </div>
        <p className="text-ink-soft">Puedes salir de aquí: sigue solo, y esta página dirá cómo ha ido.</p>
      </CardBody>
    </Card>
  )
}
