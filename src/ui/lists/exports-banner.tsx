import { Button } from '#ui/button.tsx'

const formatted = new Intl.NumberFormat('es-ES', { useGrouping: 'always' })

export type RunningExport = {
  readonly id: string
  /** Name of a row, plural: `pedidos`. */
  readonly many: string
  readonly rows: number
  readonly total: number
  readonly cancel: () => void
}

/** Exports that are on their way, with how far they are. */
export function ExportsBanner({ running }: { running: readonly RunningExport[] }) {
  return (
    <section aria-label="Exportaciones en marcha" className="border-line border-b bg-surface">
      {running.map(each => (
        <Progress key={each.id} {...each} />
      ))}
    </section>
  )
}

function Progress({ rows, total, many, cancel }: RunningExport) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 px-3 py-1.5 text-sm sm:px-5 lg:px-8">
      <p className="min-w-0 flex-1 text-ink-soft tabular-nums sm:flex-none">
        Exportando {formatted.format(rows)} de {formatted.format(total)} {many}
      </p>
      <div
        role="progressbar"
        aria-label={`Exportación de ${many}`}
        aria-valuenow={rows}
        aria-valuemax={total}
        className="h-1.5 overflow-hidden rounded-full bg-line max-sm:order-last max-sm:basis-full sm:flex-1"
      >
        <div className="h-full bg-accent" style={{ width: `${(100 * rows) / Math.max(total, 1)}%` }} />
      </div>
      <Button variant="quiet" size="sm" onClick={cancel}>
        Cancelar
      </Button>
    </div>
  )
}
