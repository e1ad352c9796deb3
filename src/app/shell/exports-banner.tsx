import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
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
    <div className="flex flex-wrap items-center gap-x-4 px-3 py-1.5 text-sm sm:px-5 lg:px-8">
      <p className="min-w-0 flex-1 text-ink-soft tabular-nums sm:flex-none">
        Exportando {formatted.format(rows)} de {formatted.format(total)} {many}
      </p>
      <progress
        aria-label={`Exportación de ${many}`}
        className={classes(bar, 'max-sm:order-last max-sm:basis-full sm:flex-1')}
        value={rows}
        max={total}
      />
      <Button variant="quiet" size="sm" onClick={cancel}>
        Cancelar
      </Button>
    </div>
  )
}

/** The browser's own bar in the colours of the theme. */
const bar = classes(
  'h-1.5 appearance-none overflow-hidden rounded-full bg-line',
  '[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent',
)
