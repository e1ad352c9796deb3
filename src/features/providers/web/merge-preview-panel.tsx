import type { AccountChange, FilledField } from '#features/providers/rules/merging.ts'
import type { MergePreviewWire } from '#features/providers/wire/merging.ts'
import { Alert } from '#ui/states.tsx'

/** Preview of a merge, and what stops it. */
export function MergePreviewPanel({ preview }: { preview: MergePreviewWire }) {
  const { merged, survivor, fills, account, stops } = preview
  const moved = movedTexts(preview.moves)
  return (
    <div className="grid grid-cols-1 gap-3">
      {stops.length > 0 && (
        <Alert tone="caution" title="Así no se pueden fusionar">
          <ul className="grid grid-cols-1 gap-1">
            {stops.map(stop => (
              <li key={stop}>{stop}</li>
            ))}
          </ul>
        </Alert>
      )}
      <section aria-label="Qué cambia" className="grid grid-cols-1 gap-2 text-sm">
        <p>
          {moved.length === 0
            ? `${merged.name} no tiene nada que pasar a ${survivor.name}.`
            : `Pasa a ${survivor.name}: ${listed(moved)}.`}
        </p>
        {fills.length > 0 && <p>También lo que le falta: {listed(fills.map(field => fieldWords[field]))}.</p>}
        <p>{accountWords[account](survivor.ibanEnding)}</p>
        <p className="text-ink-soft">
          {merged.name} ({merged.id}) queda inactivo para siempre y su id lleva a {survivor.id}. Lo ya
          aprobado conserva el nombre, el NIF y la cuenta con que se aprobó. Quien entre por uno de los dos
          verá los pedidos de ambos.
        </p>
      </section>
    </div>
  )
}

const fieldWords: { readonly [field in FilledField]: string } = {
  taxId: 'el NIF',
  email: 'el correo',
  phone: 'el teléfono',
  paymentTerms: 'el plazo de pago',
}

const accountWords: { readonly [change in AccountChange]: (ending: string | null) => string } = {
  same: ending => (ending === null ? 'Ninguno de los dos tiene cuenta.' : 'La cuenta es la misma.'),
  first: ending => `Los pedidos nuevos se pagarán en la cuenta que termina en ${ending}.`,
  replaced: ending =>
    `Las cuentas son distintas. Queda la que termina en ${ending}, como una cuenta recién cambiada: sus pagos esperan unos días antes de entrar en remesas, y se avisa a quien tenga que aprobar. Los pedidos en camino pagan en la cuenta de antes.`,
  none: () =>
    'El que queda no tiene cuenta, y no toma la del otro: pídela después, y la confirmará otra persona de la administración.',
}

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

function movedTexts(moves: MergePreviewWire['moves']): string[] {
  const { orders, openOrders, contracts, people, clients, receivedInvoices, recurrences } = moves
  const open = openOrders === 0 ? '' : ` (${openOrders} en camino)`
  return [
    ...counted(orders, 'pedido', 'pedidos').map(text => `${text}${open}`),
    ...counted(contracts, 'contrato', 'contratos'),
    ...counted(people, 'persona con acceso', 'personas con acceso'),
    ...counted(clients, 'cliente al que sirve', 'clientes a los que sirve'),
    ...counted(receivedInvoices, 'factura recibida', 'facturas recibidas'),
    ...counted(recurrences, 'pedido que se repite', 'pedidos que se repiten'),
  ]
}

const listed = (items: readonly string[]): string =>
  new Intl.ListFormat('es', { style: 'long', type: 'conjunction' }).format(items)
