/** Files of a month: what moved, for the accountant, and what was withheld. Neither is a list on a screen. */
import { defineList } from '#kernel/list.ts'

/** Days and client that both are asked for; without a client, the whole company. */
const filters = {
  from: { kind: 'day' },
  until: { kind: 'day' },
  clientId: { kind: 'uuid' },
} as const

/** A row for each line of tax of each movement. */
export const movementList = defineList({
  filters,
  sorts: ['day'],
  keys: { day: 'day' },
  isId: text => text !== '',
  columns: {
    kind: { header: 'Movimiento', file: { width: 12 } },
    day: { header: 'Fecha', file: { width: 12 } },
    order: { header: 'Pedido', file: { width: 12 } },
    name: { header: 'Concepto', file: { width: 36 } },
    type: { header: 'Tipo', file: { width: 18 } },
    party: { header: 'Proveedor o cliente', file: { width: 32 } },
    taxId: { header: 'NIF', file: { width: 14 } },
    invoiceNumber: { header: 'Nº de factura', file: { width: 18 } },
    invoiceDate: { header: 'Fecha de factura', file: { width: 16 } },
    accruedOn: { header: 'Devengo', file: { width: 12 } },
    tax: { header: 'Impuesto', file: { width: 14 } },
    taxRate: { header: 'Tipo %', file: { width: 8 } },
    base: { header: 'Base', file: { width: 14 } },
    taxAmount: { header: 'Cuota', file: { width: 14 } },
    withheldKind: { header: 'Retención', file: { width: 10 } },
    withheldRate: { header: 'Retención %', file: { width: 12 } },
    withheld: { header: 'Retenido', file: { width: 14 } },
    adjustment: { header: 'Anticipos y redondeo', file: { width: 20 } },
    payable: { header: 'Monto', file: { width: 14 } },
    currency: { header: 'Moneda', file: { width: 8 } },
    payment: { header: 'Pago', file: { width: 8 } },
    dueOn: { header: 'Vencimiento', file: { width: 12 } },
    reference: { header: 'Referencia', file: { width: 24 } },
    contract: { header: 'Contrato', file: { width: 12 } },
    project: { header: 'Proyecto', file: { width: 28 } },
    client: { header: 'Cliente', file: { width: 28 } },
    partyAccount: { header: 'Cuenta de proveedor o cliente', file: { width: 18 } },
    counterpartAccount: { header: 'Cuenta de gasto o ingreso', file: { width: 18 } },
    taxAccount: { header: 'Cuenta de impuesto', file: { width: 18 } },
    withheldAccount: { header: 'Cuenta de retención', file: { width: 18 } },
    bankAccount: { header: 'Cuenta de banco', file: { width: 16 } },
  },
  tables: {},
  savedAs: [],
})

/** A row for each tax id, kind and rate. */
export const withholdingList = defineList({
  filters,
  sorts: ['taxId'],
  keys: { taxId: 'text' },
  isId: text => text !== '',
  columns: {
    taxId: { header: 'NIF', file: { width: 14 } },
    name: { header: 'Nombre', file: { width: 36 } },
    kind: { header: 'Retención', file: { width: 12 } },
    rate: { header: 'Tipo %', file: { width: 8 } },
    perceptions: { header: 'Percepciones', file: { width: 12 } },
    base: { header: 'Base', file: { width: 14 } },
    withheld: { header: 'Retenido', file: { width: 14 } },
    currency: { header: 'Moneda', file: { width: 8 } },
    orders: { header: 'Pedidos', file: { width: 48 } },
  },
  tables: {},
  savedAs: [],
})
