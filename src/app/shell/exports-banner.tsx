import { Button } from '#ui/button.tsx'
import type { RunningExport } from '#ui/lists/running-exports.ts'

const formatted = new Intl.NumberFormat('es-ES', { useGrouping: 'always' })

/** Exports that are on their way, with how far they are, on every screen. */
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
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5 text-sm sm:px-5 lg:px-8">
      <p className="tabular-nums">
        Exportando {formatted.format(rows)} de {formatted.format(total)} {many}
      </p>
      <progress
        aria-label={`Exportación de ${many}`}
        className="h-1.5 min-w-24 flex-1 accent-accent"
        value={rows}
        max={total}
      />
      <Button onClick={cancel}>Cancelar</Button>
    </div>
  )
}
