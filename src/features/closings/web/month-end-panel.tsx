import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type FigureKey, type PartKey, partKeys } from '#features/closings/rules/parts.ts'
import { alwaysShown, figureLabel, gapText, happened, waits } from '#features/closings/text/figures.ts'
import { monthName } from '#features/closings/text/package.ts'
import { ClosingsCard } from '#features/closings/web/closings-card.tsx'
import { MonthPartCard } from '#features/closings/web/month-part-card.tsx'
import { monthEndQuery, monthFilter, type OfMonth, requestMovements } from '#features/closings/web/queries.ts'
import { bankAddress, receivedAddress } from '#features/closings/web/text.ts'
import type { LineWire, MonthEndWire } from '#features/closings/wire.ts'
import { formatDay } from '#kernel/day.ts'
import { counted } from '#kernel/text.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

type MonthEndPanelProps = {
  areaPath: string
  of: OfMonth
  /** Part whose orders are listed, as the address says it. */
  shown: string | undefined
  onShow: (part: PartKey) => void
}

/** A month: its figures with the orders behind them, what deserves a look, and its closes. */
export function MonthEndPanel({ areaPath, of, shown, onShow }: MonthEndPanelProps) {
  const query = useQuery(monthEndQuery(of))
  return (
    <Loaded query={query} skeleton={<SkeletonRows label="Cargando el mes" />}>
      {found => <Month areaPath={areaPath} of={of} found={found} shown={shown} onShow={onShow} />}
    </Loaded>
  )
}

function Month({ areaPath, of, found, shown, onShow }: MonthEndPanelProps & { found: MonthEndWire }) {
  const part = partKeys.find(each => each === shown) ?? 'paid'
  const group = { found, part, onShow }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card aria-labelledby="month-title">
        <CardHeader
          id="month-title"
          title={`${capital(monthName(found.month))}`}
          note={`Del ${formatDay(found.from)} al ${formatDay(found.until)}, ${found.client === null ? 'de toda la empresa' : `de ${found.client.name}`}.`}
          actions={
            <ExportButton filter={monthFilter(of)} request={requestMovements} one="línea" many="líneas" />
          }
        />
        <CardBody className="grid grid-cols-1 gap-5">
          <Figures title="En el mes" keys={happened} {...group} />
          <Figures
            title={found.isOver ? 'Al acabar el mes, esperaba' : 'Hasta hoy, espera'}
            keys={waits}
            {...group}
          />
        </CardBody>
      </Card>
      <Before areaPath={areaPath} found={found} onShow={onShow} />
      <MonthPartCard key={part} areaPath={areaPath} of={of} part={part} />
      <ClosingsCard of={of} found={found} onShow={onShow} />
    </div>
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type FiguresProps = {
  title: string
  keys: readonly FigureKey[]
  found: MonthEndWire
  part: PartKey
  onShow: (part: PartKey) => void
}

function Figures({ title, keys, found, part, onShow }: FiguresProps) {
  const shown = found.figures
    .filter(({ key, lines }) => keys.includes(key) && (alwaysShown.includes(key) || lines.length > 0))
    .toSorted((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key))
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-2">
      <h3 className="font-medium text-ink-soft text-sm">{title}</h3>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map(({ key, lines }) => (
          <li key={key} className="grid grid-cols-1">
            <Figure label={figureLabel[key]} lines={lines} isOn={part === key} onClick={() => onShow(key)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type FigureProps = { label: string; lines: readonly LineWire[]; isOn: boolean; onClick: () => void }

/** Sums of a figure, a line for each currency; a button where there are orders behind it. */
function Figure({ label, lines, isOn, onClick }: FigureProps) {
  const box = 'grid grid-cols-1 content-start gap-1 rounded-md border px-3 py-2 text-left'
  if (lines.length === 0)
    return (
      <p className={classes(box, 'border-dashed text-ink-faint')}>
        {label}
        <span className="text-sm">Nada</span>
      </p>
    )
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classes(
        box,
        'printed min-h-9 transition-colors hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft touch:min-h-11',
      )}
    >
      <span className="font-medium">{label}</span>
      {lines.map(({ currency, count, amount }) => (
        <span key={currency} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Money value={amount} className="font-semibold text-lg" />
          <span className="figures text-ink-soft text-xs">{count}</span>
        </span>
      ))}
    </button>
  )
}

type BeforeProps = Pick<MonthEndPanelProps, 'areaPath' | 'onShow'> & { found: MonthEndWire }

/** Gaps that deserve a look before the month is closed, each with where it is mended; absent when there are none. */
function Before({ areaPath, found: { gaps, bankLines, receivedInvoices }, onShow }: BeforeProps) {
  const missing = gaps.filter(({ count }) => count > 0)
  if (missing.length === 0 && !bankLines && receivedInvoices === 0) return null
  const link =
    'inline-flex min-h-6 items-center text-left font-medium text-accent hover:underline touch:min-h-11'
  return (
    <Card aria-labelledby="before-title">
      <CardHeader
        id="before-title"
        title="Antes de cerrar"
        note="Nada de esto impide cerrar: es lo que tu asesoría te preguntará."
      />
      <CardBody>
        <ul className="grid grid-cols-1 gap-1.5">
          {missing.map(({ key, count }) => (
            <Item key={key} text={gapText(key, count)}>
              <button type="button" className={link} onClick={() => onShow(key)}>
                Ver los pedidos
              </button>
            </Item>
          ))}
          {Boolean(bankLines) && (
            <Item text={`${counted(bankLines ?? 0, 'movimiento')} del banco sin explicar`}>
              <Link to={bankAddress(areaPath)} className={link}>
                Abrir el banco
              </Link>
            </Item>
          )}
          {receivedInvoices > 0 && (
            <Item text={`${counted(receivedInvoices, 'factura recibida', 'facturas recibidas')} sin pedido`}>
              <Link to={receivedAddress(areaPath)} className={link}>
                Abrir las facturas
              </Link>
            </Item>
          )}
        </ul>
      </CardBody>
    </Card>
  )
}

const Item = ({ text, children }: { text: string; children: ReactNode }) => (
  <li className="flex items-center justify-between gap-x-4 *:last:shrink-0">
    <span className="min-w-0">{text}</span>
    {children}
  </li>
)
